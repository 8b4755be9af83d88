/**
 * A letter for each screen, the same for everybody in every language, for it is taken from the declared names: the first
 * where that is free, else of another word, else another.
 */
export function goKeys(names: readonly string[]): ReadonlyMap<string, string> {
  const nameByKey = new Map<string, string>()
  const claim = (name: string, letters: readonly string[]) => {
    const free = letters.find((letter) => !nameByKey.has(letter))
    if (free) nameByKey.set(free, name)
    return free !== undefined
  }
  const waiting = names.filter((one) => !claim(one, initials(one).slice(0, 1)))
  const last = waiting.filter((one) => !claim(one, initials(one)))
  for (const one of last) claim(one, lettersOf(one))
  return new Map([...nameByKey].map(([key, name]) => [name, key]))
}

const lettersOf = (name: string) => name.toLowerCase().match(/[a-z]/g) ?? []
const initials = (name: string) => name.split('_').flatMap((word) => lettersOf(word).slice(0, 1))
