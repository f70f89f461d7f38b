-- Voids: an organiser takes sets back, in play or in the log, and has them played again.

-- KEYS tournament, open, fences, losses, log, board, played, voids, withdrawn, feed, audit.
-- ARGV id, round, whether the void sets are of that round (1 or 0), head it follows, head after it,
-- entry, its digest, numbers of the void sets (packed), number of the first rerun (-1: none), bot
-- that is withdrawn by it (or nothing), who, details of the act, what the names of its journals
-- begin with, then for each bot: id, change of its rating, sets that it loses.
-- Since the head is the one that the caller has read, nothing has been committed since.
register('void', function(keys, args)
  local round, numbers = args[2], cmsgpack.unpack(args[8])
  local head = redis.call('HGET', keys[1], 'head')
  if head == args[5] then
    return {'OK'}
  end
  if not in_play(keys[1], round) then
    return {'STATE'}
  end
  if head ~= args[4] then
    return {'HEAD'}
  end
  if args[3] == '1' then
    for _, number in ipairs(numbers) do
      redis.call('ZREM', keys[2], number)
      redis.call('HDEL', keys[3], number)
      redis.call('HDEL', keys[4], number)
      redis.call('DEL', args[13] .. round .. ':' .. number)
    end
  end
  for i = 14, #args, 3 do
    redis.call('ZINCRBY', keys[6], args[i + 1], args[i])
    redis.call('HINCRBY', keys[7], args[i], -tonumber(args[i + 2]))
  end
  for i = 1, tonumber(args[9]) >= 0 and #numbers or 0 do
    redis.call('ZADD', keys[2], 0, tonumber(args[9]) + i - 1)
  end
  local entry = redis.call('XADD', keys[5], '*', 'd', args[7], 'r', args[6])
  redis.call('RPUSH', keys[8], entry)
  redis.call('HSET', keys[1], 'head', args[5])
  announce(keys[10], 'kind', 'void', 't', args[1], 'round', round)
  if args[10] ~= '' then
    redis.call('SADD', keys[9], args[10])
    announce(keys[10], 'kind', 'withdraw', 't', args[1], 'bot', args[10])
  end
  keep_act(keys[11], args[11], args[10] == '' and 'void' or 'withdraw', args[12])
  return {'OK'}
end)
