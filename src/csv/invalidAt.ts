/** Where the first byte stands that UTF-8 does not allow. A character cut off at the end is allowed. */
export function invalidAt(bytes: Uint8Array): number | undefined {
  const isGood = (length: number) => isUtf8(whole(bytes.subarray(0, length)))
  if (isGood(bytes.length)) return undefined
  let good = 0
  let bad = bytes.length
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (isGood(middle)) good = middle
    else bad = middle
  }
  return whole(bytes.subarray(0, good)).length
}

/** The bytes without a last character that is only begun. */
export function whole(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    if (byte >= 0xc0) return length > back ? bytes.subarray(0, bytes.length - back) : bytes
    if (byte < 0x80) return bytes
  }
  return bytes
}

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes)
    return true
  } catch {
    return false
  }
}

const strict = new TextDecoder('utf-8', { fatal: true })
