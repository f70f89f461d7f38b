-- Reports of conformance checks. Each check writes its own from its first step to its last; where a
-- newer check of the bot has begun, the older one has no more to say.

-- KEYS the report of a bot. ARGV the report, ms that it is kept, and what it was before; nothing
-- where it is the first of a check. Gives 1, or 0 where it is another check's by now.
register('keep_report', function(keys, args)
  local report, kept_ms, before = args[1], args[2], args[3]
  if before then
    local kept = redis.call('GET', keys[1])
    if kept ~= before and kept ~= report then
      return 0
    end
  end
  redis.call('SET', keys[1], report, 'PX', kept_ms)
  return 1
end)
