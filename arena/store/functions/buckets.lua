-- Limits of how often something may be done, by anybody and wherever it is asked.

-- KEYS a bucket each. ARGV for each: how many it holds, ms in which one comes back. A bucket is kept
-- as the time at which it will be full again. Takes one from each or, where one is empty, from none;
-- gives 0, or ms after which all will hold one.
register('take', function(keys, args)
  local now, wait, full_at = now_ms(), 0, {}
  for i, key in ipairs(keys) do
    local holds, each = tonumber(args[2 * i - 1]), tonumber(args[2 * i])
    local kept = math.max(now, tonumber(redis.call('GET', key) or now))
    -- no longer than an empty one takes: this clock may have been set back
    full_at[i] = math.min(kept, now + holds * each) + each
    wait = math.max(wait, full_at[i] - now - holds * each)
  end
  if wait > 0 then
    return wait
  end
  for i, key in ipairs(keys) do
    redis.call('SET', key, whole(full_at[i]), 'PX', whole(full_at[i] - now))
  end
  return 0
end)
