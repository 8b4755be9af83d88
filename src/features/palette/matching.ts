/** Lower case, without accents: what people type is not always what is written. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const wordsOf = (text: string) => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** The things of which every typed word begins a word, those that begin with the text first. */
export function matching<Thing>(
  things: readonly Thing[],
  textOf: (thing: Thing) => string,
  typed: string,
): Thing[] {
  const wanted = wordsOf(typed)
  if (wanted.length === 0) return []
  const start = plain(typed).trim()
  const isFirst = (thing: Thing) => plain(textOf(thing)).startsWith(start)
  const matches = things.filter((thing) => {
    const words = wordsOf(textOf(thing))
    return wanted.every((one) => words.some((word) => word.startsWith(one)))
  })
  return [...matches.filter(isFirst), ...matches.filter((thing) => !isFirst(thing))]
}
