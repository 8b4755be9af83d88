const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export const utf8Bytes = (text: string): Uint8Array => encoder.encode(text)

/** The text of bytes in UTF-8; what is none stands as U+FFFD. */
export const utf8Text = (bytes: Uint8Array): string => decoder.decode(bytes)

/** Two pieces as one; nothing is copied when the first is empty. */
export function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}
