-- Bots: what they are called, where they are, what they state, and the end of their lives.

local VERSIONS_KEPT = 100

-- Keeps the version that a bot states, unless it has been the same before.
local function keep_version(versions, feed, bot, version)
  local before = redis.call('LINDEX', versions, -1)
  if before and string.match(before, '^%d+ (.*)$') == version then
    return
  end
  redis.call('RPUSH', versions, whole(now_ms()) .. ' ' .. version)
  redis.call('LTRIM', versions, -VERSIONS_KEPT, -1)
  if before then
    announce(feed, 'kind', 'bot_changed', 'bot', bot)
  end
end

-- Which of an owner's other bots has this name or is there, if one does.
local function taken(names, urls, bot, name, url)
  local found = redis.call('HGET', names, name)
  if found and found ~= bot then
    return {'NAME', found}
  end
  found = redis.call('HGET', urls, url)
  if found and found ~= bot then
    return {'URL', found}
  end
end

-- KEYS bot, names of its owner, URLs of its owner, names, bots, versions, feed. ARGV id, record,
-- name, URL, version, ms, most bots of an owner. Gives {'OK'}, or why not and the bot that is in
-- the way.
register('add_bot', function(keys, args)
  if redis.call('EXISTS', keys[1]) == 1 then
    return {'OK'}
  end
  local refused = taken(keys[2], keys[3], args[1], args[3], args[4])
  if refused then
    return refused
  end
  if redis.call('HLEN', keys[2]) >= tonumber(args[7]) then
    return {'FULL'}
  end
  redis.call('SET', keys[1], args[2])
  redis.call('HSET', keys[2], args[3], args[1])
  redis.call('HSET', keys[3], args[4], args[1])
  redis.call('HSET', keys[4], args[1], args[3])
  redis.call('ZADD', keys[5], args[6], args[1])
  keep_version(keys[6], keys[7], args[1], args[5])
  return {'OK'}
end)

-- KEYS as above but for `bots`. ARGV id, record as it was read, record as it shall be, name (empty:
-- as it is), URL before, URL after, version. Sent twice, it is done once. Answers as above.
register('change_bot', function(keys, args)
  local id, name = args[1], redis.call('HGET', keys[4], args[1])
  local record = redis.call('GET', keys[1])
  if not name or (record ~= args[2] and record ~= args[3]) then
    return {'CHANGED'}
  end
  local new = args[4] == '' and name or args[4]
  local refused = taken(keys[2], keys[3], id, new, args[6])
  if refused then
    return refused
  end
  keep_version(keys[5], keys[6], id, args[7])
  if record == args[3] and new == name then
    return {'OK'}
  end
  if new ~= name or args[5] ~= args[6] then
    announce(keys[6], 'kind', 'bot_changed', 'bot', id)
  end
  redis.call('SET', keys[1], args[3])
  redis.call('HDEL', keys[2], name)
  redis.call('HSET', keys[2], new, id)
  redis.call('HDEL', keys[3], args[5])
  redis.call('HSET', keys[3], args[6], id)
  redis.call('HSET', keys[4], id, new)
  return {'OK'}
end)

-- KEYS feed, versions of each bot. ARGV for each: id, the version that it has stated.
register('note_versions', function(keys, args)
  for i = 2, #keys do
    keep_version(keys[i], keys[1], args[2 * i - 3], args[2 * i - 2])
  end
  return 'OK'
end)

-- KEYS names, retired, feed. ARGV id, 1 to retire it, 0 to bring it back.
register('retire_bot', function(keys, args)
  if redis.call('HEXISTS', keys[1], args[1]) == 0 then
    return 'GONE'
  end
  local retires = args[2] == '1'
  if redis.call(retires and 'SADD' or 'SREM', keys[2], args[1]) == 1 then
    announce(keys[3], 'kind', retires and 'bot_retired' or 'bot_changed', 'bot', args[1])
  end
  return 'OK'
end)

-- KEYS bot, names of its owner, URLs of its owner, names, retired, its tournaments, its health, its
-- quarantines, its faults (in rated play, in exhibitions, in checks), feed; then of each of its
-- tournaments itself and its entries. ARGV id, record as it was read, record as it shall be, URL,
-- ids of the tournaments.
-- It is not asked any more; what has not started goes on without it.
register('delete_bot', function(keys, args)
  local id, record = args[1], redis.call('GET', keys[1])
  if record == args[3] then
    return 'OK'
  end
  if record ~= args[2] or redis.call('SCARD', keys[6]) ~= #args - 4 then
    return 'CHANGED'
  end
  for i = 13, #keys, 2 do
    local started = redis.call('HEXISTS', keys[i], 'final') == 1
    if not started and redis.call('HDEL', keys[i + 1], id) == 1 then
      announce(keys[12], 'kind', 'withdraw', 't', args[(i - 3) / 2], 'bot', id)
    end
  end
  redis.call('SET', keys[1], args[3])
  redis.call('HDEL', keys[2], redis.call('HGET', keys[4], id))
  redis.call('HDEL', keys[3], args[4])
  redis.call('HDEL', keys[4], id)
  redis.call('SADD', keys[5], id)
  for i = 7, 11 do
    redis.call('DEL', keys[i])
  end
  redis.call('HSET', keys[7], 'hold:owner', whole(now_ms()) .. ' deleted')
  announce(keys[12], 'kind', 'bot_deleted', 'bot', id)
  return 'OK'
end)

-- KEYS names, retired, then of each bot its versions and its health. ARGV their ids. Gives for each
-- its name ('' if it is deleted), 1 if it is retired, its latest version, and all of its health.
register('look_bots', function(keys, args)
  local found = {}
  for i, id in ipairs(args) do
    found[i] = {
      redis.call('HGET', keys[1], id) or '',
      redis.call('SISMEMBER', keys[2], id),
      string.match(redis.call('LINDEX', keys[2 * i + 1], -1) or '', '^%d+ (.*)$') or '',
      redis.call('HGETALL', keys[2 * i + 2]),
    }
  end
  return found
end)
