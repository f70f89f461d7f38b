-- Quarantines of bots: by themselves after matches that they failed, until checks were passed; and
-- by hand, until whoever put it there lets it go.

-- So many matches in a row in which a bot failed (its seat was retired, or answered nothing well)
-- put it in quarantine.
local MOST_FAILED = 3
-- So many health checks passed one after another release it.
local CHECKS_NEEDED = 2
-- The first check is due so long after the quarantine began, and the next one after one passed;
-- while none passes the pause is doubled, up to the longest. Two that count are so far apart at
-- least.
local CHECK_AFTER = 30000
local LONGEST_PAUSE = 3600000
local CHECKS_APART = 10000
local QUARANTINES_KEPT = 50

-- A bot's health is a hash, and none if all is well. `row`: the names of the matches in a row in
-- which it failed. In quarantine for those also `since` and `due`, when it began and when a check
-- is due; `pause`, what the next one would wait; `passed`, how many were, `at`, when the last of
-- them was, and `check`, the name of the last one of all. By hand `hold:owner`, which is for all
-- tournaments, and `hold:<tournament>`, by its organiser and for that one alone: each `<since>
-- <reason>`.

local function is_held_by_owner(health)
  return redis.call('HEXISTS', health, 'hold:owner') == 1
end

-- Notes that a bot failed in the match of this name, once.
local function note_failed(feed, health, bot, match, now)
  local row, matches = redis.call('HGET', health, 'row') or '', 1
  for each in string.gmatch(row, '%S+') do
    if each == match then
      return
    end
    matches = matches + 1
  end
  redis.call('HSET', health, 'row', row == '' and match or row .. ' ' .. match)
  if matches >= MOST_FAILED then
    redis.call(
      'HSET', health, 'since', whole(now), 'due', whole(now + CHECK_AFTER),
      'pause', 2 * CHECK_AFTER, 'passed', 0)
    announce(feed, 'kind', 'bot_quarantined', 'bot', bot)
  end
end

-- KEYS feed, health of each bot. ARGV name of a match, then for each bot: id, 1 if it failed
-- in it, else 0. What is told of a bot in quarantine changes nothing: checks, or its owner, release
-- it.
register('note_match', function(keys, args)
  local now = now_ms()
  for i = 2, #keys do
    local bot, failed = args[2 * i - 2], args[2 * i - 1]
    if redis.call('HEXISTS', keys[i], 'since') == 0 and not is_held_by_owner(keys[i]) then
      if failed == '1' then
        note_failed(keys[1], keys[i], bot, args[1], now)
      else
        redis.call('HDEL', keys[i], 'row')
      end
    end
  end
  return 'OK'
end)

-- KEYS health of each bot. Gives since, due, passed and row of each that is in quarantine for
-- matches that it failed, else {}.
register('quarantines', function(keys)
  local found = {}
  for i, key in ipairs(keys) do
    local kept = redis.call('HMGET', key, 'since', 'due', 'passed', 'row')
    found[i] = kept[1] and kept or {}
  end
  return found
end)

-- KEYS health of each bot. ARGV tournament. Gives 1 for each that is not to be asked in it, else 0.
register('quarantined', function(keys, args)
  local found = {}
  for i, key in ipairs(keys) do
    local kept = redis.call('HMGET', key, 'since', 'hold:owner', 'hold:' .. args[1])
    found[i] = (kept[1] or kept[2] or kept[3]) and 1 or 0
  end
  return found
end)

-- KEYS health of each bot. Gives 1 for each whose check is due and now the caller's to make, else
-- 0: the next one is due after the pause, whatever comes of this.
register('take_checks', function(keys)
  local now, taken = now_ms(), {}
  for i, key in ipairs(keys) do
    local due = not is_held_by_owner(key) and tonumber(redis.call('HGET', key, 'due') or nil)
    taken[i] = 0
    -- none is as far off as this, unless the clock was set back
    if due and (due <= now or due > now + LONGEST_PAUSE) then
      local pause = tonumber(redis.call('HGET', key, 'pause'))
      redis.call(
        'HSET', key, 'due', whole(now + pause),
        'pause', whole(math.min(2 * pause, LONGEST_PAUSE)))
      taken[i] = 1
    end
  end
  return taken
end)

-- Keeps a quarantine that is over.
local function keep_quarantine(quarantines, since, ...)
  redis.call(
    'XADD', quarantines, 'MAXLEN', QUARANTINES_KEPT, '*',
    'since', since, 'until', whole(now_ms()), ...)
end

-- KEYS health, quarantines, feed, faults in checks. ARGV bot, name of the check, record of the fault
-- that it was failed by, empty if it was passed. Gives 1 if the bot is in quarantine after it, else
-- 0. One that comes too soon after another that was passed is not counted.
register('note_check', function(keys, args)
  local kept = redis.call('HMGET', keys[1], 'since', 'check', 'passed', 'at', 'row')
  if not kept[1] then
    return 0
  end
  local now = now_ms()
  if kept[2] == args[2] then
    return 1
  end
  redis.call('HSET', keys[1], 'check', args[2])
  if args[3] ~= '' then
    redis.call('HSET', keys[1], 'passed', 0)
    keep_fault(keys[4], args[3], OF_THE_REST)
    return 1
  end
  local passed = tonumber(kept[3])
  if passed > 0 and math.abs(now - tonumber(kept[4])) < CHECKS_APART then
    return 1
  end
  if passed + 1 < CHECKS_NEEDED then
    redis.call(
      'HSET', keys[1], 'passed', passed + 1, 'at', whole(now), 'due', whole(now + CHECK_AFTER))
    return 1
  end
  redis.call('HDEL', keys[1], 'row', 'since', 'due', 'pause', 'passed', 'at', 'check')
  keep_quarantine(keys[2], kept[1], 'why', 'faults', 'matches', kept[5])
  announce(keys[3], 'kind', 'bot_released', 'bot', args[1])
  return 0
end)

-- Holds a bot; gives the answer, and whether it was not held before. For another reason it is
-- refused.
local function hold(health, field, reason)
  local held = redis.call('HGET', health, field)
  if held then
    return string.match(held, '^%d+ (.*)$') == reason and 'OK' or 'HELD', false
  end
  redis.call('HSET', health, field, whole(now_ms()) .. ' ' .. reason)
  return 'OK', true
end

-- Ends a hold and keeps that it was; whether there was one.
local function let_go(health, quarantines, field, ...)
  local held = redis.call('HGET', health, field)
  if held then
    local since, reason = string.match(held, '^(%d+) (.*)$')
    redis.call('HDEL', health, field)
    keep_quarantine(quarantines, since, 'reason', reason, ...)
  end
  return held
end

-- KEYS health, names, feed. ARGV bot, reason. Its owner's act.
register('hold_bot', function(keys, args)
  if redis.call('HEXISTS', keys[2], args[1]) == 0 then
    return 'GONE'
  end
  local answer, new = hold(keys[1], 'hold:owner', args[2])
  if new then
    announce(keys[3], 'kind', 'bot_quarantined', 'bot', args[1])
  end
  return answer
end)

-- KEYS health, names, quarantines, feed. ARGV bot. Its owner's act.
register('let_bot_go', function(keys, args)
  if redis.call('HEXISTS', keys[2], args[1]) == 0 then
    return 'GONE'
  end
  if let_go(keys[1], keys[3], 'hold:owner', 'why', 'owner') then
    announce(keys[4], 'kind', 'bot_released', 'bot', args[1])
  end
  return 'OK'
end)

-- KEYS health, tournament, entries, feed, audit. ARGV bot, reason, tournament, who, details. The
-- act of the tournament's organiser.
register('hold_entry', function(keys, args)
  if is_over(redis.call('HGET', keys[2], 'state')) then
    return 'STATE'
  end
  if redis.call('HEXISTS', keys[3], args[1]) == 0 then
    return 'GONE'
  end
  local answer, new = hold(keys[1], 'hold:' .. args[3], args[2])
  if new then
    announce(keys[4], 'kind', 'bot_quarantined', 't', args[3], 'bot', args[1])
    keep_act(keys[5], args[4], 'quarantine', args[5])
  end
  return answer
end)

-- KEYS health, entries, quarantines, feed, audit. ARGV bot, tournament, who. The act of the
-- tournament's organiser.
register('let_entry_go', function(keys, args)
  if redis.call('HEXISTS', keys[2], args[1]) == 0 then
    return 'GONE'
  end
  if let_go(keys[1], keys[3], 'hold:' .. args[2], 'why', 'organiser', 't', args[2]) then
    announce(keys[4], 'kind', 'bot_released', 't', args[2], 'bot', args[1])
    keep_act(keys[5], args[3], 'release', args[1])
  end
  return 'OK'
end)
