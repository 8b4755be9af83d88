interface Entry {
  readonly name: string
  /** In English, whatever the user's language: the keys stay where they are. */
  readonly label: string
}

/** A letter for each screen, the same for everybody: its first where that is free, else of another word, else another. */
export function goKeys(entries: readonly Entry[]): ReadonlyMap<string, string> {
  const nameByKey = new Map<string, string>()
  const claim = ({ name }: Entry, letters: readonly string[]) => {
    const free = letters.find((letter) => !nameByKey.has(letter))
    if (free) nameByKey.set(free, name)
    return free !== undefined
  }
  const waiting = entries.filter((one) => !claim(one, initials(one).slice(0, 1)))
  const last = waiting.filter((one) => !claim(one, initials(one)))
  for (const one of last) claim(one, lettersOf(one.label))
  return new Map([...nameByKey].map(([key, name]) => [name, key]))
}

const lettersOf = (text: string) => text.toLowerCase().match(/[a-z]/g) ?? []
const initials = ({ label }: Entry) =>
  label.split(/\s+/).flatMap((word) => lettersOf(word).slice(0, 1))
