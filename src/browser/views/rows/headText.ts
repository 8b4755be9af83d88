/** Returns a label whose last sign, like the one of per cent, does not stand in a line of its own. */
export const headText = (label: string): string => label.replace(/ (?=\S$)/, '\u00A0')

/**
 * Returns the characters that a label needs in one line so that two lines hold all of it: the head of a table is two lines
 * high at most, and numbers need less room than what they are called.
 */
export function headWidth(label: string): number {
  const words = label.split(' ')
  const lengths = words.map((_word, at) => {
    const first = words.slice(0, at + 1).join(' ')
    return Math.max(first.length, label.length - first.length - 1)
  })
  return Math.min(...lengths)
}
