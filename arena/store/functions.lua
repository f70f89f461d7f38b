#!lua name=arena_v1

-- Every change of more than one key. Each function checks first and writes last, since nothing is
-- rolled back; each may be sent twice, since the client resends when a reply is lost. Times are ms
-- by this server's clock. No arithmetic on ratings here: changes arrive as decimal strings.
--
-- Key names come from arena/store/keys.py; what the fields mean stands in the repositories.

local ALARMS_KEPT = 1000
local FEED_KEPT = 100000

local function register(name, body)
  redis.register_function('arena_v1_' .. name, body)
end

local function now_ms()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end

local function whole(number)
  return string.format('%.0f', number)
end

-- Whether the tournament at `key` runs and is in this round.
local function in_round(key, round)
  local state = redis.call('HMGET', key, 'state', 'round')
  return state[1] == 'running' and state[2] == round
end

-- Announcements are of version 1.
local function announce(feed, ...)
  redis.call('XADD', feed, 'MAXLEN', '~', FEED_KEPT, '*', 'v', 1, ...)
end

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

-- KEYS tournament, tournaments. ARGV plan, id, ms, first head of the log.
register('draft', function(keys, args)
  if redis.call('EXISTS', keys[1]) == 0 then
    redis.call('HSET', keys[1], 'plan', args[1], 'state', 'draft', 'round', 0, 'head', args[4])
    redis.call('ZADD', keys[2], args[3], args[2])
  end
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

-- KEYS tournament, entries, feed. ARGV id, bot, record.
register('enter', function(keys, args)
  local entered = redis.call('HGET', keys[2], args[2])
  if entered then
    return entered == args[3] and 'OK' or 'TAKEN'
  end
  if redis.call('HGET', keys[1], 'state') ~= 'open' then
    return 'STATE'
  end
  redis.call('HSET', keys[2], args[2], args[3])
  announce(keys[3], 'kind', 'entry', 't', args[1], 'bot', args[2])
  return 'OK'
end)

-- KEYS tournament, entries, board, running, feed.
-- ARGV id, final seed, base blocks, number of entries these are made of, rating to start from.
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

-- KEYS tournament, open. ARGV round, most to give, ms for which a mark holds.
-- Gives sets that nobody has leased and nobody has put into the queue lately, and marks them.
register('take_idle', function(keys, args)
  if not in_round(keys[1], args[1]) then
    return {}
  end
  local now = now_ms()
  local stale = whole(tonumber(args[3]) - now)
  local idle = redis.call(
    'ZRANGE', keys[2], '(' .. stale, whole(now), 'BYSCORE', 'LIMIT', 0, args[2])
  for _, number in ipairs(idle) do
    redis.call('ZADD', keys[2], whole(-now), number)
  end
  return idle
end)

-- The members of a bot's slots whose lease still runs; the others are taken away.
local function live_slots(slots, now)
  local live = 0
  for _, member in ipairs(redis.call('SMEMBERS', slots)) do
    local open, number = string.match(member, '^(%S+) (%d+)$')
    local lease = redis.call('ZSCORE', open, number)
    if lease and tonumber(lease) > now then
      live = live + 1
    else
      redis.call('SREM', slots, member)
    end
  end
  return live
end

-- KEYS tournament, open, fences, journal, slots of each bot. ARGV round, number, lease in ms,
-- limit of each bot. Gives {'OK', fence, journal entries}, or why not; {'FULL', i} names the bot
-- that plays as many sets as it may.
register('claim', function(keys, args)
  local lease = redis.call('ZSCORE', keys[2], args[2])
  if not lease or not in_round(keys[1], args[1]) then
    return {'GONE'}
  end
  local now = now_ms()
  if tonumber(lease) > now then
    return {'BUSY'}
  end
  for bot = 5, #keys do
    if live_slots(keys[bot], now) >= tonumber(args[bot - 1]) then
      return {'FULL', bot - 5}
    end
  end
  for bot = 5, #keys do
    redis.call('SADD', keys[bot], keys[2] .. ' ' .. args[2])
  end
  redis.call('ZADD', keys[2], whole(now + tonumber(args[3])), args[2])
  local fence = redis.call('HINCRBY', keys[3], args[2], 1)
  return {'OK', fence, redis.call('LRANGE', keys[4], 0, -1)}
end)

-- Adds the entries args[first] to args[last] to a journal of which `at` are known to be there; the
-- same ones again are no error.
local function add_entries(journal, at, args, first, last)
  local kept = redis.call('LRANGE', journal, at, -1)
  if redis.call('LLEN', journal) < at or #kept > last - first + 1 then
    return 'FENCED'
  end
  for i, entry in ipairs(kept) do
    if entry ~= args[first + i - 1] then
      return 'FENCED'
    end
  end
  for i = first + #kept, last do
    redis.call('RPUSH', journal, args[i])
  end
  return 'OK'
end

-- KEYS tournament, open, fences, journal of each set. ARGV round, lease in ms, then for each set:
-- number, fence, entries known to be there, how many follow, these. Gives 'OK' or 'FENCED' for
-- each set; the lease of an accepted one begins anew.
register('append', function(keys, args)
  local answers, place = {}, 3
  local lease = whole(now_ms() + tonumber(args[2]))
  local playing = in_round(keys[1], args[1])
  for set = 4, #keys do
    local number, fence, at = args[place], args[place + 1], tonumber(args[place + 2])
    local last = place + 3 + tonumber(args[place + 3])
    local answer = 'FENCED'
    if playing and redis.call('HGET', keys[3], number) == fence then
      answer = add_entries(keys[set], at, args, place + 4, last)
    end
    if answer == 'OK' then
      redis.call('ZADD', keys[2], 'XX', lease, number)
    end
    answers[#answers + 1] = answer
    place = last + 1
  end
  return answers
end)

-- Whether this set was committed already, and with the same digest.
local function committed(keys, id, digest, set)
  local entry = redis.call('XRANGE', keys.log, id, id)[1][2]
  for i = 1, #entry, 2 do
    if entry[i] == 'd' and entry[i + 1] == digest then
      return {'DUP', id}
    end
  end
  redis.call(
    'XADD', keys.alarms, 'MAXLEN', '~', ALARMS_KEPT, '*', 'kind', 'conflict', 'set', set, 'd', digest)
  return {'CONFLICT', id}
end

-- What forbids the change of ratings, if anything: args from 9 on are bot, change, bot, change...
-- Numbers here are exact up to 2^53: longer changes could seem to have the sum zero.
local function bad_change(board, args)
  local sum, seen = 0, {}
  for i = 9, #args, 2 do
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

-- KEYS tournament, open, fences, journal, done, log, board, played, feed, alarms, slots of each bot.
-- ARGV id, round, number, fence, digest, head it follows, head after it, result,
-- then bot and change of its rating for each bot.
-- Gives {'OK', id in the log, sets still open}, or why nothing was done.
register('commit', function(keys, args)
  local id, round, number, fence = args[1], args[2], args[3], args[4]
  local earlier = redis.call('HGET', keys[5], number)
  if earlier then
    local set = id .. '/' .. round .. '/' .. number
    return committed({log = keys[6], alarms = keys[10]}, earlier, args[5], set)
  end
  if not in_round(keys[1], round) then
    return {'ROUND'}
  end
  if not redis.call('ZSCORE', keys[2], number) then
    return {'GONE'}
  end
  if redis.call('HGET', keys[3], number) ~= fence then
    return {'FENCED'}
  end
  local bad = bad_change(keys[7], args)
  if bad then
    return {bad}
  end
  local head = redis.call('HGET', keys[1], 'head')
  if head ~= args[6] then
    return {'HEAD', head}
  end
  local entry = redis.call('XADD', keys[6], '*', 'd', args[5], 'r', args[8])
  redis.call('HSET', keys[5], number, entry)
  redis.call('HSET', keys[1], 'head', args[7])
  for i = 9, #args, 2 do
    redis.call('ZINCRBY', keys[7], args[i + 1], args[i])
    redis.call('HINCRBY', keys[8], args[i], 1)
  end
  redis.call('ZREM', keys[2], number)
  redis.call('HDEL', keys[3], number)
  redis.call('DEL', keys[4])
  for bot = 11, #keys do
    redis.call('SREM', keys[bot], keys[2] .. ' ' .. number)
  end
  announce(keys[9], 'kind', 'set', 't', id, 'round', round, 'set', number)
  return {'OK', entry, redis.call('ZCARD', keys[2])}
end)
