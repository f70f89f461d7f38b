-- Bots: their names, and how they are.

-- KEYS bot, names of its owner, bots. ARGV record, id, name, ms.
register('add_bot', function(keys, args)
  local taken = redis.call('HGET', keys[2], args[3])
  if taken then
    return taken == args[2] and 'OK' or 'TAKEN'
  end
  redis.call('SET', keys[1], args[1])
  redis.call('HSET', keys[2], args[3], args[2])
  redis.call('ZADD', keys[3], args[4], args[2])
  return 'OK'
end)
