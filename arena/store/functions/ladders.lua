-- Ladders: rounds of tournaments that are over, rated beside them.

-- KEYS ladder, its board, its sets by bot. ARGV bots. Gives the head of its log, then the rating and
-- the sets of each bot (nothing, where it is new), as they are at one time.
register('ladder_base', function(keys, args)
  local found = {redis.call('HGET', keys[1], 'head') or ''}
  for _, bot in ipairs(args) do
    found[#found + 1] = redis.call('ZSCORE', keys[2], bot) or ''
    found[#found + 1] = redis.call('HGET', keys[3], bot) or ''
  end
  return found
end)

-- KEYS ladder, its board, its sets by bot. Gives the head of its log, its bots with their ratings, the
-- best first, and with their sets, as they are at one time.
register('ladder', function(keys)
  return {
    redis.call('HGET', keys[1], 'head') or '',
    redis.call('ZRANGE', keys[2], 0, -1, 'REV', 'WITHSCORES'),
    redis.call('HGETALL', keys[3]),
  }
end)

-- KEYS ladder, its log, its board, its sets by bot, rated rounds of the tournament, feed, then for
-- each bot its history. ARGV tournament, round, head it follows (or nothing), head after it, entry,
-- rating of a new bot, then for each bot its id, change of rating, change of its sets.
-- Rounds come in order, each once; the base is the one that was read where the head is.
register('rate_round', function(keys, args)
  local rated, round = redis.call('LLEN', keys[5]), tonumber(args[2])
  if rated >= round then
    return 'OK'
  end
  if rated ~= round - 1 then
    return 'ROUND'
  end
  if (redis.call('HGET', keys[1], 'head') or '') ~= args[3] then
    return 'HEAD'
  end
  local sum = 0
  for i = 7, #args, 3 do
    sum = sum + tonumber(args[i + 1])
  end
  if sum ~= 0 then
    return 'SUM'
  end
  for i = 7, #args, 3 do
    local bot, history = args[i], keys[7 + (i - 7) / 3]
    redis.call('ZADD', keys[3], 'NX', args[6], bot)
    redis.call('ZINCRBY', keys[3], args[i + 1], bot)
    redis.call('HINCRBY', keys[4], bot, args[i + 2])
    local rating = redis.call('ZSCORE', keys[3], bot)
    redis.call('XADD', history, '*', 't', args[1], 'round', args[2], 'rating', rating)
  end
  redis.call('RPUSH', keys[5], redis.call('XADD', keys[2], '*', 'r', args[5]))
  redis.call('HSET', keys[1], 'head', args[4])
  announce(keys[6], 'kind', 'ladder', 't', args[1], 'round', args[2])
  return 'OK'
end)
