import { isDeepStrictEqual } from 'node:util'

import type { Step } from './structure.ts'

export interface Difference {
  readonly drops: readonly Step[]
  readonly renames: readonly Rename[]
  readonly adds: readonly Step[]
}

interface Rename {
  readonly old: string
  readonly name: string
  readonly step: Step
}

interface Steps<Value> {
  drop(name: string): Step[]
  rename(old: string, name: string): Step
  add(name: string, value: Value): Step[]
}

/** What has the same definition is kept, under its new name; a definition that changes is made anew. */
export function compare<Value>(
  before: Readonly<Record<string, Value>>,
  after: Readonly<Record<string, Value>>,
  { drop, rename, add }: Steps<Value>,
): Difference {
  const isKept = ([name, value]: [string, Value]) => isDeepStrictEqual(before[name], value)
  const wanted = Object.entries(after).filter((entry) => !isKept(entry))
  const spare = Object.entries(before).filter(
    ([name, value]) => !isDeepStrictEqual(after[name], value),
  )
  const pairs = wanted.flatMap(([name, value]) => {
    const index = spare.findIndex(
      ([old, one]) =>
        !Object.hasOwn(after, old) && !Object.hasOwn(before, name) && isDeepStrictEqual(one, value),
    )
    return index < 0 ? [] : [{ old: spare.splice(index, 1)[0]?.[0] ?? '', name }]
  })
  const renamed = new Set(pairs.map(({ name }) => name))
  return {
    drops: spare.flatMap(([name]) => drop(name)),
    renames: pairs.map(({ old, name }) => ({ old, name, step: rename(old, name) })),
    adds: wanted
      .filter(([name]) => !renamed.has(name))
      .flatMap(([name, value]) => add(name, value)),
  }
}
