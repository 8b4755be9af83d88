import type { Field } from '../../kinds/field.ts'
import { kindOf, targetOf } from '../../kinds/kinds.ts'
import { ownValue } from '../access.ts'
import { noField } from './meant.ts'
import { presetFrom } from '../query/preset.ts'
import type { Resource } from '../resource.ts'

/** A default that another record gives is a value of the same kind, at the end of a reference. */
export function* presetFaults(
  { name, fields }: Resource,
  find: (name: string) => Resource | undefined,
): Generator<[place: string, fault: string]> {
  for (const [own, field] of Object.entries<Field>(fields)) {
    const source = presetFrom(field)
    if (!source) continue
    const reference = ownValue<Field>(fields, source.reference)
    const isOne = reference !== undefined && kindOf(reference).column(reference) !== null
    const target = isOne ? find(targetOf(reference) ?? '') : undefined
    const given = target && ownValue<Field>(target.fields, source.name)
    if (given && [field.kind, ...(kindOf(field).takes ?? [])].includes(given.kind)) continue
    const path = `${source.reference}.${source.name}`
    const far = source.name.includes('.') ? ': it goes along one reference' : ''
    const fault =
      target && !given
        ? `and ${target.name} has ${noField(source.name, target)}${far}`
        : `which is no ${field.kind}`
    yield [`${name}.${own}`, `its default comes from "${path}", ${fault}`]
  }
}
