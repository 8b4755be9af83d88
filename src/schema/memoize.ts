/** Makes something of an object once, for as long as the object is there. */
export function memoize<Key extends object, Value>(make: (key: Key) => Value) {
  const made = new WeakMap<Key, Value>()
  return (key: Key): Value => {
    const known = made.get(key)
    if (known !== undefined) return known
    const value = make(key)
    made.set(key, value)
    return value
  }
}

/** Remembers what is made for one user under a key, at most `max` of each user; it goes with the user. */
export function createUserCache<Value>(max: number) {
  const byUser = memoize<object, Map<unknown, Value>>(() => new Map())
  return (user: object, key: unknown, make: () => Value): Value => {
    const known = byUser(user)
    const cached = known.get(key)
    if (cached !== undefined) return cached
    const made = make()
    if (known.size >= max) known.clear()
    known.set(key, made)
    return made
  }
}
