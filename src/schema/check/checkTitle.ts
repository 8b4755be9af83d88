import type { Field } from '../../kinds/field.ts'
import { targetOf } from '../../kinds/kinds.ts'
import { fieldOf } from '../access.ts'
import { titleFields } from '../query/lookup.ts'
import type { Resource } from '../resource.ts'

/** A title that names its records by those of another resource, which are named by others in turn. */
export function* titleFaults(
  resource: Resource,
  find: (name: string) => Resource | undefined,
): Generator<[place: string, fault: string]> {
  for (const name of titleFields(resource)) {
    const target = find(pointedAt(fieldOf(resource, name)))
    const inner = target && titleFields(target).find((one) => pointedAt(fieldOf(target, one)))
    if (inner === undefined) continue
    yield [`${resource.name}.title`, `"${name}" is named by "${inner}", a reference again`]
  }
}

const pointedAt = (field: Field | undefined): string => (field && targetOf(field)) ?? ''
