-- Sets in play: who holds them, what was decided in them, and what becomes of holders that die.

-- So many holders in a row may be lost without a beat kept; then the set itself is the suspect.
local MOST_LOSSES = 5
local QUARANTINED = '+inf'
-- The score of a set that was given back: it is over like a lease, and nobody was lost.
local GIVEN_BACK = 1

-- A set whose lease has run out has lost its holder. Gives how many it has lost in a row now; at
-- the last one it is quarantined: nobody plays it until it is put back, and its round waits.
-- `at` holds the keys open, fences, losses, alarms, counters, and id and round.
local function lose(at, number)
  local losses = redis.call('HINCRBY', at.losses, number, 1)
  count(at.counters, 'leases_lost')
  if losses >= MOST_LOSSES then
    redis.call('ZADD', at.open, QUARANTINED, number)
    redis.call('HINCRBY', at.fences, number, 1)
    alarm(
      at.alarms, at.counters, 'quarantined', at.id, at.round, number,
      losses .. ' holders lost at one place')
  end
  return losses
end

-- Leases and marks from a time that this server's clock has not reached (it was set back) begin
-- anew: they would else hold for as long as it was set back.
local function begin_anew(open, now, lease)
  local ends = whole(now + lease)
  local late = redis.call('ZRANGE', open, '(' .. ends, '(' .. QUARANTINED, 'BYSCORE')
  for _, number in ipairs(late) do
    redis.call('ZADD', open, ends, number)
  end
  for _, number in ipairs(redis.call('ZRANGE', open, '-inf', '(' .. whole(-now), 'BYSCORE')) do
    redis.call('ZADD', open, whole(-now), number)
  end
end

-- The sets that nobody has leased and nobody has put into the queue lately, each followed by its
-- score: first all whose holders are gone, then at most so many of the others.
local function idle_sets(open, now, mark, most)
  local stale = '(' .. whole(mark - now)
  local found = redis.call('ZRANGE', open, '(0', whole(now), 'BYSCORE', 'WITHSCORES')
  local others = redis.call(
    'ZRANGE', open, stale, 0, 'BYSCORE', 'LIMIT', 0, most, 'WITHSCORES')
  for _, each in ipairs(others) do
    found[#found + 1] = each
  end
  return found
end

-- KEYS tournament, open, fences, losses, alarms, counters. ARGV id, round, most to give of those
-- that were not just left, ms for which a mark holds, ms that a lease lasts. Gives idle sets, each
-- followed by whether it was begun (1 or 0) and how many holders it has lost, and marks them.
register('take_idle', function(keys, args)
  if not in_round(keys[1], args[2]) then
    return {}
  end
  local at = {
    open = keys[2], fences = keys[3], losses = keys[4], alarms = keys[5], counters = keys[6],
    id = args[1], round = args[2],
  }
  local now, given = now_ms(), {}
  begin_anew(at.open, now, tonumber(args[5]))
  local idle = idle_sets(at.open, now, tonumber(args[4]), args[3])
  for i = 1, #idle, 2 do
    local number, lost = idle[i], tonumber(idle[i + 1]) > GIVEN_BACK
    local losses = lost and lose(at, number) or tonumber(redis.call('HGET', at.losses, number) or 0)
    if losses < MOST_LOSSES then
      redis.call('ZADD', at.open, whole(-now), number)
      given[#given + 1] = number
      given[#given + 1] = redis.call('HEXISTS', at.fences, number)
      given[#given + 1] = losses
    end
  end
  if #given > 0 then
    count(at.counters, 'sets_enqueued', #given / 3)
  end
  return given
end)

-- KEYS tournament, open, losses. ARGV most to give. Gives the round, then sets that nobody has
-- leased and no holder was lost with: drawn by lot, since all who ask would else be given the same.
register('waiting', function(keys, args)
  local given, most = {redis.call('HGET', keys[1], 'round')}, tonumber(args[1])
  local drawn = redis.call('ZRANDMEMBER', keys[2], 4 * most, 'WITHSCORES')
  for i = 1, #drawn, 2 do
    local free = tonumber(drawn[i + 1]) <= GIVEN_BACK
    if #given <= most and free and redis.call('HEXISTS', keys[3], drawn[i]) == 0 then
      given[#given + 1] = drawn[i]
    end
  end
  return given
end)

-- The members of a party's slots whose lease still runs; the others are taken away. They name the
-- open sets of other tournaments, or exhibitions, which the caller cannot declare as keys: no
-- cluster is taken as store.
local function live_slots(slots, now)
  local live = 0
  for _, member in ipairs(redis.call('SMEMBERS', slots)) do
    local open, what = string.match(member, '^(%S+) (%x+)$')
    local lease = tonumber(redis.call('ZSCORE', open, what) or 0)
    if lease > now and lease < math.huge then
      live = live + 1
    else
      redis.call('SREM', slots, member)
    end
  end
  return live
end

local function granted_claim(keys, fence)
  return {'OK', fence, redis.call('LRANGE', keys[4], 0, -1), redis.call('SMEMBERS', keys[9])}
end

-- The claim that a ticket was granted with this fence, its lease begun anew; not if the set was
-- lost or given back since.
local function grant_again(keys, args, fence, lease, now)
  if lease <= now or redis.call('HGET', keys[3], args[3]) ~= fence then
    return {'BUSY'}
  end
  redis.call('ZADD', keys[2], whole(now + tonumber(args[4])), args[3])
  return granted_claim(keys, tonumber(fence))
end

-- KEYS tournament, open, fences, journal, losses, alarms, counters, ticket, withdrawn, slots of
-- each party. ARGV id, round, number, lease in ms, limit of each party. Gives {'OK', fence, journal
-- entries, withdrawn bots}, or why not; {'FULL', i} names the party that plays as many sets as it
-- may.
-- A ticket is good for one claim: whoever has not heard the answer and asks again is given the
-- same.
register('claim', function(keys, args)
  local number = args[3]
  local lease = tonumber(redis.call('ZSCORE', keys[2], number) or nil)
  if not lease or not in_round(keys[1], args[2]) then
    return {'GONE'}
  end
  local now = now_ms()
  local granted = redis.call('GET', keys[8])
  if granted then
    return grant_again(keys, args, granted, lease, now)
  end
  if lease > now then
    return {'BUSY'}
  end
  for party = 10, #keys do
    if live_slots(keys[party], now) >= tonumber(args[party - 5]) then
      return {'FULL', party - 10}
    end
  end
  if lease > GIVEN_BACK then
    local at = {
      open = keys[2], fences = keys[3], losses = keys[5], alarms = keys[6], counters = keys[7],
      id = args[1], round = args[2],
    }
    if lose(at, number) >= MOST_LOSSES then
      return {'BUSY'}
    end
  end
  for party = 10, #keys do
    redis.call('SADD', keys[party], keys[2] .. ' ' .. number)
  end
  redis.call('ZADD', keys[2], whole(now + tonumber(args[4])), number)
  count(keys[7], 'sets_claimed')
  local fence = redis.call('HINCRBY', keys[3], number, 1)
  redis.call('SET', keys[8], fence, 'PX', args[4])
  return granted_claim(keys, fence)
end)

-- Adds the entries args[first] to args[last] to a journal of which `at` are known to be there; the
-- same ones again are no error. Gives the answer, and of how many of them it was known already.
local function add_entries(journal, at, args, first, last)
  local length = redis.call('LLEN', journal)
  if length < at or length - at > last - first + 1 then
    return 'FENCED'
  end
  local kept = length > at and redis.call('LRANGE', journal, at, -1) or {}
  for i, entry in ipairs(kept) do
    if entry ~= args[first + i - 1] then
      return 'FENCED'
    end
  end
  for i = first + #kept, last do
    redis.call('RPUSH', journal, args[i])
  end
  return 'OK', #kept
end

-- KEYS tournament, open, fences, losses, counters, journal of each set, then the bot's of each
-- fault.
-- ARGV round, lease in ms, packed for each set: number, fence, entries known to be there, how many
-- to add; packed for each fault: which of these sets it is of (from 1), and which entry to add
-- (from 0); then the entries of all, and the records of the faults. Gives 'OK' or 'FENCED' for each
-- set; the lease of an accepted one begins anew. One that is over does not: the slots of its
-- parties may be others' by now. A fault is kept when its entry is.
register('append', function(keys, args)
  local answers, known, first, now = {}, {}, 5, now_ms()
  local lease = whole(now + tonumber(args[2]))
  local playing = in_play(keys[1], args[1])
  for i, addition in ipairs(cmsgpack.unpack(args[3])) do
    local number, fence, at, entries = unpack(addition)
    local answer = 'FENCED'
    local held = tonumber(redis.call('ZSCORE', keys[2], number) or 0) > now
    if playing and held and redis.call('HGET', keys[3], number) == whole(fence) then
      answer, known[i] = add_entries(keys[5 + i], at, args, first, first + entries - 1)
    end
    if answer == 'OK' then
      redis.call('ZADD', keys[2], 'XX', lease, number)
      if entries > 0 then
        redis.call('HDEL', keys[4], number)
      end
    elseif entries ~= 0 then -- a renewal that is refused loses nothing: mostly it crossed a commit
      count(keys[5], 'appends_fenced')
    end
    answers[i], first = answer, first + entries
  end
  for i, fault in ipairs(cmsgpack.unpack(args[4])) do
    local set, entry = unpack(fault)
    if answers[set] == 'OK' and entry >= known[set] then
      keep_fault(keys[5 + #answers + i], args[first + i - 1], OF_RATED_PLAY)
    end
  end
  return answers
end)

-- KEYS tournament, open, fences, slots of each party. ARGV round, number, fence.
-- Gives a set back that its holder will not go on with: it is idle at once, and no holder was lost.
register('release', function(keys, args)
  if not in_play(keys[1], args[1]) or redis.call('HGET', keys[3], args[2]) ~= args[3] then
    return 'FENCED'
  end
  redis.call('ZADD', keys[2], 'XX', GIVEN_BACK, args[2])
  for party = 4, #keys do
    redis.call('SREM', keys[party], keys[2] .. ' ' .. args[2])
  end
  return 'OK'
end)

-- KEYS tournament, open, losses. ARGV round. Puts quarantined sets back; gives their numbers.
register('retry', function(keys, args)
  if not in_round(keys[1], args[1]) then
    return {}
  end
  local numbers = redis.call('ZRANGE', keys[2], QUARANTINED, QUARANTINED, 'BYSCORE')
  for _, number in ipairs(numbers) do
    redis.call('HDEL', keys[3], number)
    redis.call('ZADD', keys[2], 0, number)
  end
  return numbers
end)

-- KEYS open sets of each tournament. ARGV ms that a lease lasts. Gives how many are leased, in the
-- queue, idle and quarantined, and for how many ms the oldest lease was not renewed and the oldest
-- mark holds.
register('count_open', function(keys, args)
  local now, lease = now_ms(), tonumber(args[1])
  local counts, oldest_lease, oldest_mark = {0, 0, 0, 0}, 0, 0
  for _, open in ipairs(keys) do
    for i, range in ipairs({
      {'(' .. whole(now), '(' .. QUARANTINED}, {'-inf', '(0'}, {0, whole(now)},
      {QUARANTINED, QUARANTINED},
    }) do
      counts[i] = counts[i] + redis.call('ZCOUNT', open, range[1], range[2])
    end
    local first = redis.call(
      'ZRANGE', open, '(' .. GIVEN_BACK, '(' .. QUARANTINED, 'BYSCORE', 'LIMIT', 0, 1, 'WITHSCORES')
    local marked = redis.call(
      'ZRANGE', open, '(0', '-inf', 'BYSCORE', 'REV', 'LIMIT', 0, 1, 'WITHSCORES')
    oldest_lease = math.max(oldest_lease, first[2] and now + lease - tonumber(first[2]) or 0)
    oldest_mark = math.max(oldest_mark, marked[2] and now + tonumber(marked[2]) or 0)
  end
  return {counts[1], counts[2], counts[3], counts[4], oldest_lease, oldest_mark}
end)
