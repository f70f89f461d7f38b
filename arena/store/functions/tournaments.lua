-- The steps in the life of a tournament.

-- KEYS tournament, tournaments, unfinished of its owner, the tournaments that were in it a moment
-- ago. ARGV plan, id, ms, first head of the log, most unfinished of an owner, ids of those that were.
register('draft', function(keys, args)
  if redis.call('EXISTS', keys[1]) == 1 then
    return 'OK'
  end
  for i = 4, #keys do
    if redis.call('HGET', keys[i], 'state') == 'finished' then
      redis.call('SREM', keys[3], args[i + 2])
    end
  end
  if redis.call('SCARD', keys[3]) >= tonumber(args[5]) then
    return 'FULL'
  end
  redis.call('HSET', keys[1], 'plan', args[1], 'state', 'draft', 'round', 0, 'head', args[4])
  redis.call('ZADD', keys[2], args[3], args[2])
  redis.call('SADD', keys[3], args[2])
  return 'OK'
end)

-- KEYS tournament, feed. ARGV id.
register('open', function(keys, args)
  local state = redis.call('HGET', keys[1], 'state')
  if state == 'draft' then
    redis.call('HSET', keys[1], 'state', 'open')
    announce(keys[2], 'kind', 'open', 't', args[1])
    return 'OK'
  end
  return state == 'open' and 'OK' or 'STATE'
end)

-- KEYS tournament, entries, feed. ARGV id, bot, record, most entries.
register('enter', function(keys, args)
  local entered = redis.call('HGET', keys[2], args[2])
  if entered then
    return entered == args[3] and 'OK' or 'TAKEN'
  end
  if redis.call('HGET', keys[1], 'state') ~= 'open' then
    return 'STATE'
  end
  if redis.call('HLEN', keys[2]) >= tonumber(args[4]) then
    return 'FULL'
  end
  redis.call('HSET', keys[2], args[2], args[3])
  announce(keys[3], 'kind', 'entry', 't', args[1], 'bot', args[2])
  return 'OK'
end)

-- KEYS tournament, entries, board, running, feed, the latest of each game. ARGV id, final seed, base
-- blocks, number of entries these are made of, rating to start from, game.
register('start', function(keys, args)
  local now = redis.call('HMGET', keys[1], 'state', 'final')
  if now[1] ~= 'open' then
    return now[2] == args[2] and 'OK' or 'STATE'
  end
  local bots = redis.call('HKEYS', keys[2])
  if #bots ~= tonumber(args[4]) then
    return 'ENTRIES'
  end
  for _, bot in ipairs(bots) do
    redis.call('ZADD', keys[3], args[5], bot)
  end
  redis.call('HSET', keys[1], 'state', 'running', 'final', args[2], 'blocks', args[3])
  redis.call('SADD', keys[4], args[1])
  redis.call('HSET', keys[6], args[6], args[1])
  announce(keys[5], 'kind', 'start', 't', args[1])
  return 'OK'
end)

-- KEYS tournament, open, board, base, heads, feed. ARGV id, round, its number of sets.
-- Freezes the base: what ratings are when the round begins is what its sets are rated by.
register('open_round', function(keys, args)
  local now = redis.call('HMGET', keys[1], 'state', 'round', 'head')
  if now[1] ~= 'running' or redis.call('ZCARD', keys[2]) > 0 then
    return 'STATE'
  end
  if tonumber(now[2]) + 1 ~= tonumber(args[2]) then
    return 'ROUND'
  end
  if now[2] ~= '0' then
    redis.call('RPUSH', keys[5], now[3])
  end
  redis.call('COPY', keys[3], keys[4], 'REPLACE')
  redis.call('HSET', keys[1], 'round', args[2])
  for number = 0, tonumber(args[3]) - 1 do
    redis.call('ZADD', keys[2], 0, number)
  end
  announce(keys[6], 'kind', 'round', 't', args[1], 'round', args[2])
  return 'OK'
end)

-- KEYS tournament, open, heads, running, feed. ARGV id, last round.
register('finish', function(keys, args)
  if not in_round(keys[1], args[2]) or redis.call('ZCARD', keys[2]) > 0 then
    return 'STATE'
  end
  redis.call('RPUSH', keys[3], redis.call('HGET', keys[1], 'head'))
  redis.call('HSET', keys[1], 'state', 'finished')
  redis.call('SREM', keys[4], args[1])
  announce(keys[5], 'kind', 'finish', 't', args[1])
  return 'OK'
end)

-- KEYS for each tournament: itself, its entries, open, log. Gives for each all its fields, and the
-- numbers of its entries, open sets, open sets in quarantine and results.
register('look', function(keys)
  local found = {}
  for i = 1, #keys, 4 do
    found[#found + 1] = {
      redis.call('HGETALL', keys[i]),
      redis.call('HLEN', keys[i + 1]),
      redis.call('ZCARD', keys[i + 2]),
      #redis.call('ZRANGEBYSCORE', keys[i + 2], '+inf', '+inf'),
      redis.call('XLEN', keys[i + 3]),
    }
  end
  return found
end)
