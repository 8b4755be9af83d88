import type { Field } from '../../kinds/field.ts'
import { kindOf, targetOf } from '../../kinds/kinds.ts'
import { fieldOf } from '../access.ts'
import { childRows } from '../query/joined.ts'
import { noField } from './meant.ts'
import type { Resource } from '../resource.ts'

/** What is wrong with the lines of a resource, each with its place. */
export function* linesFaults(
  { name, fields }: Resource,
  resourceOf: (name: string) => Resource | undefined,
): Generator<[place: string, fault: string]> {
  for (const [field, one] of Object.entries<Field>(fields)) {
    const lines = childRows(one)
    if (!lines) continue
    const target = resourceOf(lines.rows)
    const fault = target ? faultOf(name, lines, target) : `no resource "${lines.rows}"`
    if (fault !== undefined) yield [`${name}.${field}`, fault]
  }
}

function faultOf(
  here: string,
  { by, fields, position }: NonNullable<ReturnType<typeof childRows>>,
  target: Resource,
): string | undefined {
  const pointing = fieldOf(target, by)
  const isOne = pointing && targetOf(pointing) === here && kindOf(pointing).column(pointing)
  if (!isOne || pointing.options.computed)
    return `"${by}" of ${target.name} does not point at ${here}`
  const place = position === undefined ? undefined : fieldOf(target, position)
  const missing = [...fields, position ?? by].find((name) => !fieldOf(target, name))
  if (missing !== undefined) return `${target.name} has ${noField(missing, target)}`
  if (place && kindOf(place).scale?.(place) !== 0)
    return `"${position}" of ${target.name} is no integer`
  const held = [by, position ?? by].find((name) => fields.includes(name))
  if (held !== undefined) return `"${held}" is the same in each line, or follows from its place`
  const given = new Set([...fields, by, position])
  const lacking = Object.entries<Field>(target.fields).find(
    ([name, { options }]) =>
      !given.has(name) && !options.optional && !options.computed && options.default === undefined,
  )
  if (lacking) return `"${lacking[0]}" of ${target.name} is required, and no line holds it`
  const needed = (['list', 'create', 'edit', 'delete'] as const).find(
    (one) => !target.operations.includes(one),
  )
  return needed && `nothing may "${needed}" ${target.name}`
}
