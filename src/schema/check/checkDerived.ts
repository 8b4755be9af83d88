import type { Field } from '../../kinds/field.ts'
import { kindOf, targetOf } from '../../kinds/kinds.ts'
import { fieldOf } from '../access.ts'
import type { Resource } from '../resource.ts'

/** What is counted or added up are records of a resource, each of which points at one of this. */
export function* derivedFaults(
  { name, fields }: Resource,
  resourceOf: (name: string) => Resource | undefined,
): Generator<[place: string, fault: string]> {
  for (const [field, { options }] of Object.entries<Field>(fields)) {
    const { derived } = options
    if (typeof derived !== 'object' || !('of' in derived)) continue
    const target = resourceOf(derived.of)
    const pointing = target && fieldOf(target, derived.by)
    const isOne = pointing && targetOf(pointing) === name && kindOf(pointing).column(pointing)
    if (isOne) continue
    const fault = target
      ? `"${derived.by}" of ${target.name} does not point at ${name}`
      : `no resource "${derived.of}"`
    yield [`${name}.${field}`, fault]
  }
}
