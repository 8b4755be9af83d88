import { useState } from 'react'

/**
 * Returns the value of an earlier render as long as the new one means the same. MUI's Autocomplete forgets what is
 * being typed as soon as its value is another object.
 */
export function useSteady<Value>(value: Value): Value {
  const [steady, setSteady] = useState(value)
  if (steady === value || JSON.stringify(steady) === JSON.stringify(value)) return steady
  setSteady(value)
  return value
}
