#!lua name=arena_v5

-- Every change of more than one key. Each function checks first and writes last, since nothing is
-- rolled back; each may be sent twice, since the client resends when a reply is lost. Times are ms
-- by this server's clock. No arithmetic on ratings here: changes arrive as decimal strings.
--
-- Key names come from arena/store/keys.py; what the fields mean stands in the repositories. The
-- files of this folder are loaded as one library. Its name carries the version of all that is
-- stored: whoever changes what a function takes, gives or does raises it, and old and new ones
-- then stand side by side.

local ALARMS_KEPT = 1000
local FEED_KEPT = 100000

local function register(name, body)
  redis.register_function('arena_v5_' .. name, body)
end

local function now_ms()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end

local function whole(number)
  return string.format('%.0f', number)
end

-- Whether the tournament at `key` is in this round, and sets of it may be begun.
local function in_round(key, round)
  local state = redis.call('HMGET', key, 'state', 'round')
  return state[1] == 'running' and state[2] == round
end

-- Whether it is in this round, and what was begun of it goes on: also while it is paused.
local function in_play(key, round)
  local state = redis.call('HMGET', key, 'state', 'round')
  return (state[1] == 'running' or state[1] == 'paused') and state[2] == round
end

-- Whether that is the state of a tournament in which nothing is played any more.
local function is_over(state)
  return state == 'finished' or state == 'cancelled'
end

-- Announcements are of version 1.
local function announce(feed, ...)
  redis.call('XADD', feed, 'MAXLEN', '~', FEED_KEPT, '*', 'v', 1, ...)
end

local function count(counters, what, by)
  redis.call('HINCRBY', counters, what, by or 1)
end

local function alarm(alarms, counters, kind, id, round, number, why)
  count(counters, 'alarms ' .. kind)
  redis.call(
    'XADD', alarms, 'MAXLEN', '~', ALARMS_KEPT, '*',
    'kind', kind, 't', id, 'round', round, 'set', number, 'why', why)
end

-- Keeps an act of an organiser, for ever: who did what, and what of.
local function keep_act(audit, who, act, details)
  redis.call('XADD', audit, '*', 'who', who, 'act', act, 'details', details)
end
