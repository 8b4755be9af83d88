const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export const utf8Bytes = (text: string): Uint8Array => encoder.encode(text)

/** The text of bytes in UTF-8; what is none stands as U+FFFD. */
export const utf8Text = (bytes: Uint8Array): string => decoder.decode(bytes)

/** How many bytes a text has in UTF-8. */
export function utf8Length(text: string): number {
  let length = text.length
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    // Each half of a character beyond the first plane stands for two bytes of its four.
    if (code > 0x7f) length += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1
  }
  return length
}

/** Two pieces as one; nothing is copied when the first is empty. */
export function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}
