import type { Field } from '../../kinds/field.ts'
import { uniqueGroup } from '../fields/fieldNames.ts'
import { namesIn, titleFields } from '../query/lookup.ts'
import { phonePlaces } from '../query/phonePlaces.ts'
import { fieldOf } from '../access.ts'
import type { Resource } from '../resource.ts'
import { noField } from './meant.ts'
import type { Fault } from './throwAll.ts'

export function* missingNames(resource: Resource): Generator<Fault> {
  for (const [place, names] of namesUsed(resource)) {
    const missing = names
      .map((one) => one.replace(/^-/, ''))
      .find((one) => !fieldOf(resource, one) || (one.includes('.') && !mayReach.has(place)))
    if (missing !== undefined) yield [place, noField(missing, resource)]
  }
}

/** Where a name may be that of a field behind a reference. */
const mayReach: ReadonlySet<string> = new Set(['filters', 'phoneCountry'])

type NamesAt = [place: string, names: readonly string[]]

export function namesUsed(resource: Resource): NamesAt[] {
  return [
    ['title', titleFields(resource)],
    ['list', resource.list],
    ['hiddenColumns', resource.hiddenColumns ?? []],
    ['filters', resource.filters ?? []],
    ['editableColumns', resource.editableColumns ?? []],
    ['form', namesIn(resource.form)],
    ['show', namesIn(resource.show)],
    ['sort', resource.sort ? [resource.sort] : []],
    ['arranged', [resource.arranged ?? []].flat()],
    ['view.sorts', resource.view?.sorts ?? []],
    ['withTitle', resource.withTitle ?? []],
    ['codes', Object.values<string>(resource.codes ?? {})],
    ['unique', (resource.unique ?? []).flatMap((one) => uniqueGroup(one).names)],
    ['indexes', (resource.indexes ?? []).flat()],
    ...Object.entries<Field>(resource.fields).flatMap(([name, { options }]): NamesAt[] => [
      [`${name}.covers`, options.covers ?? []],
      [`${name}.under`, 'under' in options ? [String(options.under)] : []],
    ]),
    ['options', resource.options?.fields ?? []],
    ['options.label', resource.options?.label ?? []],
    ['options.activeBy', [resource.options?.activeBy ?? []].flat()],
    ...(resource.checks ?? []).map(({ on }, at): NamesAt => [`checks.${at}`, [on].flat()]),
    ['phoneCountry', phonePlaces(resource)],
    ['raw', [resource.raw ?? []].flat()],
    ['import.fields', resource.import?.fields ?? []],
    ['import.settings', resource.import?.settings ?? []],
    ['import.keys', resource.import?.keys ?? []],
    ['import.mark', [resource.import?.mark ?? []].flat()],
    ['import.origin', [resource.import?.origin ?? []].flat()],
    ['import.importer', [resource.import?.importer ?? []].flat()],
  ]
}
