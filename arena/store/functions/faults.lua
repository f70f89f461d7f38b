-- Faults of bots, for their owners to see: the latest of each bot, for a while. Those of rated
-- play, of exhibitions and of health checks are a stream each, so that none pushes others away:
-- anybody may have a willing bot play exhibitions that it must fail.

-- So many of a bot are kept in a stream, in so many bytes.
local OF_RATED_PLAY = {kept = 1000, bytes = 1048576}
local OF_THE_REST = {kept = 200, bytes = 262144}
local APART = 60000
local FAULTS_KEPT_MS = 30 * 24 * 3600 * 1000

-- Keeps a fault of a bot. The oldest go, so that there are neither too many nor too many bytes.
local function keep_fault(faults, record, most)
  redis.call('XADD', faults, 'MAXLEN', most.kept, '*', 'f', record)
  redis.call('XTRIM', faults, 'MINID', whole(now_ms() - FAULTS_KEPT_MS))
  while redis.call('MEMORY', 'USAGE', faults, 'SAMPLES', 0) > most.bytes do
    redis.call('XTRIM', faults, 'MAXLEN', math.floor(redis.call('XLEN', faults) / 2))
  end
  redis.call('PEXPIRE', faults, FAULTS_KEPT_MS)
end

-- KEYS faults in rated play. ARGV record. Keeps one that was made at no ask, unless there is one of
-- this minute: such are found as often as a bot is met.
register('keep_fault', function(keys, args)
  local newest = redis.call('XREVRANGE', keys[1], '+', whole(now_ms() - APART), 'COUNT', 1)
  if #newest == 0 then
    keep_fault(keys[1], args[1], OF_RATED_PLAY)
  end
  return 'OK'
end)
