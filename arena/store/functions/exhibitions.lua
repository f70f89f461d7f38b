-- Exhibitions: matches of no tournament. The open ones are a sorted set by lease, as the sets of a
-- round are. An exhibition is a hash: `record`, `created` (ms), `fence`, which counts the claims,
-- `ticket`, of the last of them; once it is over `ending`, what is kept of its end, and `ended`
-- (ms).

-- Nobody goes on with one that was begun so often and never ended.
local MOST_CLAIMS = 3

-- The ids of an owner's exhibitions that are not over.
local function open_of(own, open)
  local found = {}
  for _, id in ipairs(redis.call('ZRANGE', own, 0, -1)) do
    if redis.call('ZSCORE', open, id) then
      found[#found + 1] = id
    end
  end
  return found
end

-- KEYS exhibition, those of its owner, open, then each older one that gives way to it. ARGV id,
-- record, ms that it is kept, most open ones of its owner, most of all, ids of the older ones. It
-- is taken to be in the queue.
register('add_exhibition', function(keys, args)
  local id, now = args[1], now_ms()
  if redis.call('EXISTS', keys[1]) == 1 then
    return 'OK'
  end
  if #open_of(keys[2], keys[3]) >= tonumber(args[4]) then
    return 'OWN'
  end
  if redis.call('ZCARD', keys[3]) >= tonumber(args[5]) then
    return 'FULL'
  end
  for i = 4, #keys do
    local older = args[i + 2]
    if not redis.call('ZSCORE', keys[3], older) then
      redis.call('DEL', keys[i])
      redis.call('ZREM', keys[2], older)
    end
  end
  redis.call('HSET', keys[1], 'record', args[2], 'created', whole(now))
  redis.call('PEXPIRE', keys[1], args[3])
  redis.call('ZREMRANGEBYSCORE', keys[2], '-inf', whole(now - tonumber(args[3])))
  redis.call('ZADD', keys[2], whole(now), id)
  redis.call('ZADD', keys[3], whole(-now), id)
  return 'OK'
end)

-- KEYS open, then each exhibition. ARGV their ids. Gives for each {record, when it was created, its
-- end, when it ended, 1 if it is being played, else 0}; what there is not is empty.
register('look_exhibitions', function(keys, args)
  local now, found = now_ms(), {}
  for i, id in ipairs(args) do
    local kept = redis.call('HMGET', keys[i + 1], 'record', 'created', 'ending', 'ended')
    local lease = tonumber(redis.call('ZSCORE', keys[1], id) or 0)
    found[i] = {
      kept[1] or '', kept[2] or '', kept[3] or '', kept[4] or '', lease > now and 1 or 0,
    }
  end
  return found
end)

-- KEYS exhibition, open, slots of each party. ARGV id, ticket, lease in ms, limit of each party.
-- Gives {'OK', fence}, or why not; {'FULL', i} names the party that plays as much as it may.
register('claim_exhibition', function(keys, args)
  local id, now = args[1], now_ms()
  local lease = tonumber(redis.call('ZSCORE', keys[2], id) or nil)
  local kept = redis.call('HMGET', keys[1], 'record', 'ticket', 'fence')
  if not lease or not kept[1] then
    return {'GONE'}
  end
  local ends = whole(now + tonumber(args[3]))
  if lease > now then
    if kept[2] ~= args[2] then
      return {'BUSY'}
    end
    redis.call('ZADD', keys[2], ends, id)
    return {'OK', tonumber(kept[3])}
  end
  if tonumber(kept[3] or 0) >= MOST_CLAIMS then
    return {'GONE'}
  end
  for party = 3, #keys do
    if live_slots(keys[party], now) >= tonumber(args[party + 1]) then
      return {'FULL', party - 3}
    end
  end
  for party = 3, #keys do
    redis.call('SADD', keys[party], keys[2] .. ' ' .. id)
  end
  redis.call('ZADD', keys[2], ends, id)
  redis.call('HSET', keys[1], 'ticket', args[2])
  return {'OK', redis.call('HINCRBY', keys[1], 'fence', 1)}
end)

-- Whether an exhibition is its holder's, by this fence.
local function is_held(exhibition, open, id, fence)
  local held = tonumber(redis.call('ZSCORE', open, id) or 0) > now_ms()
  return held and redis.call('HGET', exhibition, 'fence') == fence
end

-- KEYS exhibition, open. ARGV id, fence, lease in ms.
register('renew_exhibition', function(keys, args)
  if not is_held(keys[1], keys[2], args[1], args[2]) then
    return 'FENCED'
  end
  redis.call('ZADD', keys[2], whole(now_ms() + tonumber(args[3])), args[1])
  return 'OK'
end)

local function free_slots(keys, first, id)
  for party = first, #keys do
    redis.call('SREM', keys[party], keys[2] .. ' ' .. id)
  end
end

-- KEYS exhibition, open, slots of each party. ARGV id, fence. Gives it back, to be had by anybody.
register('release_exhibition', function(keys, args)
  if not is_held(keys[1], keys[2], args[1], args[2]) then
    return 'FENCED'
  end
  redis.call('ZADD', keys[2], GIVEN_BACK, args[1])
  free_slots(keys, 3, args[1])
  return 'OK'
end)

-- Ends one, if there is still something kept of it.
local function end_one(exhibition, open, id, ending)
  redis.call('ZREM', open, id)
  if redis.call('EXISTS', exhibition) == 1 then
    redis.call('HSET', exhibition, 'ending', ending, 'ended', whole(now_ms()))
  end
end

-- KEYS exhibition, open, faults in exhibitions of the bot of each fault, slots of each party. ARGV
-- id, fence, what is kept of its end, records of the faults. Of several ends the first one counts,
-- and with it its faults.
register('end_exhibition', function(keys, args)
  if redis.call('HGET', keys[1], 'ending') == args[3] then
    return 'OK'
  end
  if not is_held(keys[1], keys[2], args[1], args[2]) then
    return 'FENCED'
  end
  end_one(keys[1], keys[2], args[1], args[3])
  for i = 4, #args do
    keep_fault(keys[i - 1], args[i], OF_THE_REST)
  end
  free_slots(keys, #args, args[1])
  return 'OK'
end)

-- KEYS open, then each open exhibition. ARGV lease in ms, ms for which a mark holds, ms after which
-- none is begun any more, most to give, what is kept of the end of one that was lost, of one that
-- is late, then the ids. Gives those that are idle, which are marked as put into the queue, or ends
-- them.
register('take_idle_exhibitions', function(keys, args)
  local open, now, given = keys[1], now_ms(), {}
  local mark, longest, most = tonumber(args[2]), tonumber(args[3]), tonumber(args[4])
  begin_anew(open, now, tonumber(args[1]))
  for i = 2, #keys do
    local id, kept = args[i + 5], redis.call('HMGET', keys[i], 'created', 'fence')
    local score = tonumber(redis.call('ZSCORE', open, id) or math.huge)
    if score <= now and (score > 0 or score > mark - now) then
      if tonumber(kept[2] or 0) >= MOST_CLAIMS then
        end_one(keys[i], open, id, args[5])
      elseif now - tonumber(kept[1] or 0) > longest then
        end_one(keys[i], open, id, args[6])
      elseif #given < most then
        redis.call('ZADD', open, whole(-now), id)
        given[#given + 1] = id
      end
    end
  end
  return given
end)
