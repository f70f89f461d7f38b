-- The commit of a set: result, ratings and announcement in one step, exactly once.

-- What to say of a set that was committed already: whether with the same digest.
local function committed(keys, entry, args)
  local fields = redis.call('XRANGE', keys.log, entry, entry)[1][2]
  for i = 1, #fields, 2 do
    if fields[i] == 'd' and fields[i + 1] == args[5] then
      count(keys.counters, 'commits_again')
      return {'DUP', entry}
    end
  end
  alarm(
    keys.alarms, keys.counters, 'conflict', args[1], args[2], args[3],
    'committed again with another digest')
  return {'CONFLICT', entry}
end

-- What forbids the change of ratings, if anything: args from 10 on are bot, change, bot, change...
-- Numbers here are exact up to 2^53: longer changes could seem to have the sum zero.
local function bad_change(board, args)
  local sum, seen = 0, {}
  for i = 10, #args, 2 do
    local bot, change = args[i], args[i + 1] or ''
    if seen[bot] or not redis.call('ZSCORE', board, bot) then
      return 'UNKNOWN'
    end
    if #change > 12 or not string.match(change, '^%-?%d+$') then
      return 'CHANGE'
    end
    seen[bot] = true
    sum = sum + tonumber(change)
  end
  return (sum ~= 0 or next(seen) == nil) and 'SUM' or nil
end

-- KEYS tournament, open, fences, losses, journal, done, log, board, played, feed, alarms, counters,
-- slots of each party. ARGV id, round, number, fence, digest, head it follows, head after it,
-- result, counts to add (packed, by name), then bot and change of its rating for each bot.
-- Gives {'OK', id in the log, sets still open}, or why nothing was done.
register('commit', function(keys, args)
  local id, round, number, fence = args[1], args[2], args[3], args[4]
  local earlier = redis.call('HGET', keys[6], number)
  if earlier then
    local at = {log = keys[7], done = keys[6], alarms = keys[11], counters = keys[12]}
    return committed(at, earlier, args)
  end
  if not in_play(keys[1], round) then
    return {'ROUND'}
  end
  if not redis.call('ZSCORE', keys[2], number) then
    return {'GONE'}
  end
  if redis.call('HGET', keys[3], number) ~= fence then
    count(keys[12], 'commits_fenced')
    return {'FENCED'}
  end
  local bad = bad_change(keys[8], args)
  if bad then
    return {bad}
  end
  local head = redis.call('HGET', keys[1], 'head')
  if head ~= args[6] then
    return {'HEAD', head}
  end
  local entry = redis.call('XADD', keys[7], '*', 'd', args[5], 'r', args[8])
  redis.call('HSET', keys[6], number, entry)
  redis.call('HSET', keys[1], 'head', args[7])
  for i = 10, #args, 2 do
    redis.call('ZINCRBY', keys[8], args[i + 1], args[i])
    redis.call('HINCRBY', keys[9], args[i], 1)
  end
  redis.call('ZREM', keys[2], number)
  redis.call('HDEL', keys[3], number)
  redis.call('HDEL', keys[4], number)
  redis.call('DEL', keys[5])
  for party = 13, #keys do
    redis.call('SREM', keys[party], keys[2] .. ' ' .. number)
  end
  count(keys[12], 'sets_committed')
  for what, by in pairs(cmsgpack.unpack(args[9])) do
    count(keys[12], what, by)
  end
  announce(keys[10], 'kind', 'set', 't', id, 'round', round, 'set', number)
  return {'OK', entry, redis.call('ZCARD', keys[2])}
end)
