/** What a form would change of a set of ids. */
export interface Changes {
  readonly added: readonly number[]
  readonly removed: readonly number[]
}

export function changesOf(stored: ReadonlySet<number>, chosen: ReadonlySet<number>): Changes {
  return {
    added: [...chosen].filter((id) => !stored.has(id)),
    removed: [...stored].filter((id) => !chosen.has(id)),
  }
}

/**
 * The chosen ids with some put in or taken out. What is stored keeps its order: a set that is as it was
 * before must be the same value, or the form would count as changed.
 */
export function chosenWith(
  stored: ReadonlySet<number>,
  chosen: ReadonlySet<number>,
  { ids, isChosen }: { ids: readonly number[]; isChosen: boolean },
): number[] {
  const moved = new Set(ids)
  const isIn = (id: number) => (moved.has(id) ? isChosen : chosen.has(id))
  const others = [...new Set([...chosen, ...ids])].filter((id) => !stored.has(id))
  return [...[...stored].filter(isIn), ...others.filter(isIn).toSorted((a, b) => a - b)]
}
