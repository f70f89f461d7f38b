-- The steps in the life of a tournament.

-- KEYS tournament, tournaments, unfinished of its owner, audit, attempts of its owner, the
-- tournaments that were unfinished a moment ago. ARGV plan, id, ms, first head of the log, most
-- unfinished of an owner, id of the owner, name that attempts are counted by, ids of those that were.
register('draft', function(keys, args)
  if redis.call('EXISTS', keys[1]) == 1 then
    return 'OK'
  end
  for i = 6, #keys do
    if is_over(redis.call('HGET', keys[i], 'state')) then
      redis.call('SREM', keys[3], args[i + 2])
    end
  end
  if redis.call('SCARD', keys[3]) >= tonumber(args[5]) then
    return 'FULL'
  end
  local attempt = redis.call('HINCRBY', keys[5], args[7], 1)
  redis.call(
    'HSET', keys[1], 'plan', args[1], 'attempt', attempt, 'state', 'draft', 'round', 0,
    'head', args[4])
  redis.call('ZADD', keys[2], args[3], args[2])
  redis.call('SADD', keys[3], args[2])
  keep_act(keys[4], args[6], 'create', '')
  return 'OK'
end)

-- Moves a tournament from one state to another, once; whether it has done so, or had before.
-- KEYS tournament, feed, audit. ARGV id, who does it, name of the act.
local function move(keys, args, from, to)
  local state = redis.call('HGET', keys[1], 'state')
  if state == from then
    redis.call('HSET', keys[1], 'state', to)
    announce(keys[2], 'kind', args[3], 't', args[1])
    keep_act(keys[3], args[2], args[3], '')
    return true
  end
  return state == to
end

-- KEYS as above, those that take entries. ARGV as above.
register('open', function(keys, args)
  if not move(keys, args, 'draft', 'open') then
    return 'STATE'
  end
  redis.call('SADD', keys[4], args[1])
  return 'OK'
end)

-- KEYS tournament, feed, audit. ARGV as above. No set is begun any more; those in play go on to
-- their ends. It waits for the first round: whatever else is done to one that has started is done
-- to a round.
register('pause', function(keys, args)
  if redis.call('HGET', keys[1], 'round') == '0' then
    return 'STATE'
  end
  return move(keys, args, 'running', 'paused') and 'OK' or 'STATE'
end)

-- KEYS as above, open. ARGV as above. What was put into the queue before is idle again.
register('resume', function(keys, args)
  if redis.call('HGET', keys[1], 'state') == 'paused' then
    for _, number in ipairs(redis.call('ZRANGE', keys[4], '-inf', '(0', 'BYSCORE')) do
      redis.call('ZADD', keys[4], 0, number)
    end
  end
  return move(keys, args, 'paused', 'running') and 'OK' or 'STATE'
end)

-- KEYS tournament, feed, audit, open, fences, losses, heads, running, those that take entries.
-- ARGV id, who, what the names of its journals begin with. What is in play is dropped: its holders
-- are refused from now on.
register('cancel', function(keys, args)
  local state = redis.call('HGET', keys[1], 'state')
  if is_over(state) then
    return state == 'cancelled' and 'OK' or 'STATE'
  end
  local journals = args[3] .. redis.call('HGET', keys[1], 'round') .. ':'
  for _, number in ipairs(redis.call('ZRANGE', keys[4], 0, -1)) do
    redis.call('DEL', journals .. number)
  end
  redis.call('DEL', keys[4], keys[5], keys[6])
  redis.call('RPUSH', keys[7], redis.call('HGET', keys[1], 'head'))
  redis.call('HSET', keys[1], 'state', 'cancelled', 'ended', whole(now_ms()))
  redis.call('SREM', keys[8], args[1])
  redis.call('SREM', keys[9], args[1])
  announce(keys[2], 'kind', 'cancel', 't', args[1])
  keep_act(keys[3], args[2], 'cancel', '')
  return 'OK'
end)

-- KEYS tournament, entries, withdrawn, feed, audit. ARGV id, bot, who, why, what becomes of sets that
-- it has not played. A bot that has not begun to play is not entered any more; one that has is not
-- asked any more, unless its sets are to be void, which `void` does in one step with this.
register('withdraw', function(keys, args)
  local state = redis.call('HGET', keys[1], 'state')
  if is_over(state) then
    return 'STATE'
  end
  if redis.call('HEXISTS', keys[2], args[2]) == 0 then
    return 'GONE'
  end
  if state == 'draft' or state == 'open' then
    redis.call('HDEL', keys[2], args[2])
  elseif args[5] == 'void' then
    return 'VOID'
  elseif redis.call('SADD', keys[3], args[2]) == 0 then
    return 'OK'
  end
  announce(keys[4], 'kind', 'withdraw', 't', args[1], 'bot', args[2])
  keep_act(keys[5], args[3], 'withdraw', args[4])
  return 'OK'
end)

-- KEYS tournament, entries, feed, retired, tournaments of the bot. ARGV id, bot, record, most
-- entries.
register('enter', function(keys, args)
  local entered = redis.call('HGET', keys[2], args[2])
  if entered then
    return entered == args[3] and 'OK' or 'TAKEN'
  end
  if redis.call('HGET', keys[1], 'state') ~= 'open' then
    return 'STATE'
  end
  if redis.call('SISMEMBER', keys[4], args[2]) == 1 then
    return 'RETIRED'
  end
  if redis.call('HLEN', keys[2]) >= tonumber(args[4]) then
    return 'FULL'
  end
  redis.call('HSET', keys[2], args[2], args[3])
  redis.call('SADD', keys[5], args[1])
  announce(keys[3], 'kind', 'entry', 't', args[1], 'bot', args[2])
  return 'OK'
end)

-- KEYS tournament, entries, board, running, feed, the latest of each game, audit, those with rounds
-- that a ladder is to rate, those that take entries. ARGV id, final seed, base blocks, number of
-- entries these are made of, rating to start from, game, who, first head of the log, beacon (or
-- nothing), whether it is rated on a ladder (1 or 0).
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
  redis.call(
    'HSET', keys[1], 'state', 'running', 'final', args[2], 'blocks', args[3],
    'head', args[8], 'opened', args[8], 'started', whole(now_ms()))
  if args[9] ~= '' then
    redis.call('HSET', keys[1], 'beacon', args[9])
  end
  redis.call('SADD', keys[4], args[1])
  redis.call('SREM', keys[9], args[1])
  if args[10] == '1' then
    redis.call('SADD', keys[8], args[1])
  end
  redis.call('HSET', keys[6], args[6], args[1])
  announce(keys[5], 'kind', 'start', 't', args[1])
  keep_act(keys[7], args[7], 'start', '')
  return 'OK'
end)

-- KEYS tournament, open, board, base, heads, feed, voids. ARGV id, round, its number of sets, those
-- of them that are not played (packed), number of voids that these follow from.
-- Freezes the base: what ratings are when the round begins is what its sets are rated by.
register('open_round', function(keys, args)
  local now = redis.call('HMGET', keys[1], 'state', 'round', 'head')
  if now[1] ~= 'running' or redis.call('ZCARD', keys[2]) > 0 then
    return 'STATE'
  end
  if redis.call('LLEN', keys[7]) ~= tonumber(args[5]) then
    return 'VOIDS'
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
  for _, number in ipairs(cmsgpack.unpack(args[4])) do
    redis.call('ZREM', keys[2], number)
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
  redis.call('HSET', keys[1], 'state', 'finished', 'ended', whole(now_ms()))
  redis.call('SREM', keys[4], args[1])
  announce(keys[5], 'kind', 'finish', 't', args[1])
  return 'OK'
end)

-- KEYS for each tournament: itself, its entries, open, log, voids. Gives for each all its fields,
-- and the numbers of its entries, open sets, open sets in quarantine and results.
register('look', function(keys)
  local found = {}
  for i = 1, #keys, 5 do
    found[#found + 1] = {
      redis.call('HGETALL', keys[i]),
      redis.call('HLEN', keys[i + 1]),
      redis.call('ZCARD', keys[i + 2]),
      #redis.call('ZRANGEBYSCORE', keys[i + 2], '+inf', '+inf'),
      redis.call('XLEN', keys[i + 3]) - redis.call('LLEN', keys[i + 4]),
    }
  end
  return found
end)

-- KEYS board, names, log. Gives the ids of its bots with their ratings, the best first; their names in
-- the same order, nothing for those that are deleted; and the newest entry of the log, if any.
register('board', function(keys)
  local ratings, bots = redis.call('ZRANGE', keys[1], 0, -1, 'REV', 'WITHSCORES'), {}
  for i = 1, #ratings, 2 do
    bots[#bots + 1] = ratings[i]
  end
  local names = #bots > 0 and redis.call('HMGET', keys[2], unpack(bots)) or {}
  return { ratings, names, redis.call('XREVRANGE', keys[3], '+', '-', 'COUNT', 1) }
end)

-- KEYS logs. ARGV the lowest id that is wanted, then for each log the id to look from. Gives for
-- each the id of its newest entry between the two, or nothing.
register('newest', function(keys, args)
  local found = {}
  for i, log in ipairs(keys) do
    local entry = redis.call('XREVRANGE', log, args[i + 1], args[1], 'COUNT', 1)[1]
    found[i] = entry and entry[1] or ''
  end
  return found
end)
