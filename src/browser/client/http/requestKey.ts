/**
 * Returns a key for one intent of the person, as a dialog or a click is: whatever is sent twice with it, the server does
 * once.
 */
export function newRequestKey(): string {
  // `crypto.randomUUID` exists on secure pages alone.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
