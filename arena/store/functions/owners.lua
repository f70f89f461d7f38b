-- Owners and their tokens. A token expires by this server's clock: its record is gone then. The
-- sorted set of its owner's tokens has the ids by that time, ms since 1970.

local function keep_token(token, tokens, id, record, expires)
  redis.call('SET', token, record, 'PXAT', expires)
  redis.call('ZADD', tokens, expires, id)
end

-- Whether an owner has as many tokens as one may have; those that have expired are swept first.
local function full(tokens, most)
  redis.call('ZREMRANGEBYSCORE', tokens, '-inf', whole(now_ms()))
  return redis.call('ZCARD', tokens) >= tonumber(most)
end

-- KEYS owner, token, tokens of the owner. ARGV record of the owner, id of the token, its record,
-- ms at which it expires.
register('add_owner', function(keys, args)
  redis.call('SET', keys[1], args[1])
  keep_token(keys[2], keys[3], args[2], args[3], args[4])
  return 'OK'
end)

-- KEYS token, tokens of its owner. ARGV id, record, ms at which it expires, most tokens of an
-- owner.
register('add_token', function(keys, args)
  if redis.call('ZSCORE', keys[2], args[1]) then
    return 'OK'
  end
  if full(keys[2], args[4]) then
    return 'FULL'
  end
  keep_token(keys[1], keys[2], args[1], args[2], args[3])
  return 'OK'
end)

-- KEYS token, tokens of its owner, token that it replaces. ARGV id, record, ms at which it expires,
-- most tokens of an owner, id of the one replaced, ms at which that expires at the latest.
register('rotate_token', function(keys, args)
  if redis.call('ZSCORE', keys[2], args[1]) then
    return 'OK'
  end
  if redis.call('EXISTS', keys[3]) == 0 then
    return 'GONE'
  end
  if full(keys[2], args[4]) then
    return 'FULL'
  end
  keep_token(keys[1], keys[2], args[1], args[2], args[3])
  redis.call('PEXPIREAT', keys[3], args[6], 'LT')
  redis.call('ZADD', keys[2], 'LT', args[6], args[5])
  return 'OK'
end)

-- KEYS token, tokens of its owner. ARGV id.
register('revoke_token', function(keys, args)
  redis.call('DEL', keys[1])
  redis.call('ZREM', keys[2], args[1])
  return 'OK'
end)
