import type { Field } from '../../kinds/field.ts'
import { targetOf } from '../../kinds/kinds.ts'
import { systemFields } from '../access.ts'

/** Returns `. Did you mean "name"?` where one of the known names is little different, nothing otherwise. */
export function meant(name: string, known: Iterable<string>): string {
  const maxDistance = Math.max(1, Math.floor(name.length / 4))
  const near = [...known]
    .map((one) => ({ one, distance: distance(name, one) }))
    .filter((found) => found.distance <= maxDistance)
    .toSorted((a, b) => a.distance - b.distance)
  return near[0] ? `. Did you mean "${near[0].one}"?` : ''
}

interface Named {
  readonly fields: object
  readonly peer?: (name: string) => { readonly fields: object } | undefined
}

/** Says that a resource, or the fields of a form, have no field of a name, which may look along a reference. */
export const noField = (name: string, where: Named): string =>
  `no field "${name}"${meant(name, name.includes('.') ? namesBehind(where) : namesOf(where))}`

const namesOf = ({ fields }: Named) => [...Object.keys(fields), ...Object.keys(systemFields)]

const namesBehind = ({ fields, peer }: Named): string[] =>
  Object.entries<Field>({ ...fields }).flatMap(([by, field]) => {
    const target = peer?.(targetOf(field) ?? '')
    return target ? namesOf(target).map((name) => `${by}.${name}`) : []
  })

/** How many letters are to be written, left out, changed, or put before their neighbour. */
function distance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > 3) return Infinity
  let before: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let row = 1; row <= from.length; row++) {
    const next = [row]
    for (let at = 1; at <= to.length; at++) {
      const isSame = from[row - 1] === to[at - 1]
      const isTurned = from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1]
      next[at] = Math.min(
        (last[at] ?? 0) + 1,
        (next[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
        isTurned ? (before[at - 2] ?? 0) + 1 : Infinity,
      )
    }
    before = last
    last = next
  }
  return last[to.length] ?? 0
}
