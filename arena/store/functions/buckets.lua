-- Limits of how often something may be done, by anybody and wherever it is asked. A bucket is kept
-- as the time at which it will be full again, in µs since 1970. What is sent twice here counts
-- twice: to be one off does no harm.

local function now_us()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000000 + tonumber(time[2])
end

local function keep_bucket(key, full_at, now)
  if full_at > now then
    redis.call('SET', key, whole(full_at), 'PX', whole(math.ceil((full_at - now) / 1000)))
  else
    redis.call('DEL', key)
  end
end

-- KEYS a bucket each. ARGV how many of them, the first ones, lose one; then for each bucket how
-- many it holds, and µs in which one comes back. Takes one from each of those or, where any bucket
-- is empty, from none; gives 0, or ms after which all will hold one.
register('take', function(keys, args)
  local now, wait, full_at = now_us(), 0, {}
  for i, key in ipairs(keys) do
    local holds, each = tonumber(args[2 * i]), tonumber(args[2 * i + 1])
    local kept = math.max(now, tonumber(redis.call('GET', key) or now))
    -- no longer than an empty one takes: this clock may have been set back
    full_at[i] = math.min(kept, now + holds * each) + each
    wait = math.max(wait, full_at[i] - now - holds * each)
  end
  if wait > 0 then
    return math.ceil(wait / 1000)
  end
  for i = 1, tonumber(args[1]) do
    keep_bucket(keys[i], full_at[i], now)
  end
  return 0
end)

-- KEYS bucket. ARGV how many it holds, µs in which one comes back, how many are wanted. Takes as
-- many of those as there are; gives how many, and ms after which it will hold one more.
register('take_many', function(keys, args)
  local holds, each, now = tonumber(args[1]), tonumber(args[2]), now_us()
  local kept = math.max(now, tonumber(redis.call('GET', keys[1]) or now))
  local full_at = math.min(kept, now + holds * each)
  local taken = math.min(tonumber(args[3]), math.floor((now + holds * each - full_at) / each))
  if taken > 0 then
    full_at = full_at + taken * each
    keep_bucket(keys[1], full_at, now)
  end
  return {taken, math.ceil((full_at + each - now - holds * each) / 1000)}
end)

-- KEYS a bucket each. ARGV for each µs in which one comes back. Gives one back to each.
register('give', function(keys, args)
  local now = now_us()
  for i, key in ipairs(keys) do
    keep_bucket(key, tonumber(redis.call('GET', key) or now) - tonumber(args[i]), now)
  end
  return 0
end)
