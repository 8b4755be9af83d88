/** An object with the same keys, and what is made of each value. */
export const mapValues = <Key extends string, Value, Made>(
  values: Readonly<Record<Key, Value>>,
  make: (value: Value, key: Key) => Made,
): Record<Key, Made> =>
  // The keys that it had.
  Object.fromEntries(
    Object.entries<Value>(values).map(([key, value]) => [key, make(value, key as Key)]),
  ) as Record<Key, Made>
