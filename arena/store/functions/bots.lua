-- Bots: their names, and how they are.

-- KEYS bot, names of its owner, bots. ARGV record, id, name, ms, most bots of an owner.
register('add_bot', function(keys, args)
  local taken = redis.call('HGET', keys[2], args[3])
  if taken then
    return taken == args[2] and 'OK' or 'TAKEN'
  end
  if redis.call('HLEN', keys[2]) >= tonumber(args[5]) then
    return 'FULL'
  end
  redis.call('SET', keys[1], args[1])
  redis.call('HSET', keys[2], args[3], args[2])
  redis.call('ZADD', keys[3], args[4], args[2])
  return 'OK'
end)

-- KEYS bot. ARGV record as it was read, record as it shall be. Sent twice, it is done once.
register('change_bot', function(keys, args)
  local record = redis.call('GET', keys[1])
  if record ~= args[1] and record ~= args[2] then
    return 'CHANGED'
  end
  redis.call('SET', keys[1], args[2])
  return 'OK'
end)
