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

-- So many matches in a row in which a bot failed (its seat was retired, or answered nothing well)
-- put it in quarantine.
local MOST_FAILED = 3
-- So many health checks passed one after another release it.
local CHECKS_NEEDED = 2
-- The first check is due so long after the quarantine began, and the next one after one passed; while
-- none passes the pause is doubled, up to the longest. Two that count are so far apart at least.
local CHECK_AFTER = 30000
local LONGEST_PAUSE = 3600000
local CHECKS_APART = 10000

-- A bot's health is a hash, and none if all is well. `row`: the names of the matches in a row in
-- which it failed. In quarantine also `since` and `due`, when it began and when a check is due;
-- `pause`, what the next one would wait; `passed`, how many were, `at`, when the last of them was,
-- and `check`, the name of the last one of all.

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
-- in it, else 0. What is told of a bot in quarantine changes nothing: checks release it.
register('note_match', function(keys, args)
  local now = now_ms()
  for i = 2, #keys do
    local bot, failed = args[2 * i - 2], args[2 * i - 1]
    if redis.call('HEXISTS', keys[i], 'since') == 0 then
      if failed == '1' then
        note_failed(keys[1], keys[i], bot, args[1], now)
      else
        redis.call('DEL', keys[i])
      end
    end
  end
  return 'OK'
end)

-- KEYS health of each bot. Gives since, due, passed and row of each that is in quarantine, else {}.
register('quarantines', function(keys)
  local found = {}
  for i, key in ipairs(keys) do
    local kept = redis.call('HMGET', key, 'since', 'due', 'passed', 'row')
    found[i] = kept[1] and kept or {}
  end
  return found
end)

-- KEYS health of each bot. Gives 1 for each whose check is due and now the caller's to make, else 0:
-- the next one is due after the pause, whatever comes of this.
register('take_checks', function(keys)
  local now, taken = now_ms(), {}
  for i, key in ipairs(keys) do
    local due = tonumber(redis.call('HGET', key, 'due') or nil)
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

-- KEYS health, feed. ARGV bot, name of the check, 1 if it was passed, else 0. Gives 1 if the bot is
-- in quarantine after it, else 0. One that comes too soon after another that was passed is not
-- counted.
register('note_check', function(keys, args)
  local kept = redis.call('HMGET', keys[1], 'since', 'check', 'passed', 'at')
  if not kept[1] then
    return 0
  end
  local now = now_ms()
  if kept[2] == args[2] then
    return 1
  end
  redis.call('HSET', keys[1], 'check', args[2])
  if args[3] ~= '1' then
    redis.call('HSET', keys[1], 'passed', 0)
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
  redis.call('DEL', keys[1])
  announce(keys[2], 'kind', 'bot_released', 'bot', args[1])
  return 0
end)
