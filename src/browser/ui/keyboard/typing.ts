/** How long no key is pressed before letters are shortcuts again, in milliseconds. */
const restMs = 700

let lastTyped = -Infinity

/** Called where an input closes under the hands of somebody who types: the letters typed on are no shortcuts. */
export function expectTyping(now = performance.now()): void {
  lastTyped = now
}

/** Returns whether the character pressed now belongs to what was being typed; each such one prolongs the typing. */
export function isTypedOn(): boolean {
  const now = performance.now()
  if (now - lastTyped > restMs) return false
  lastTyped = now
  return true
}
