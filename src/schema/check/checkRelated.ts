import { targetOf } from '../../kinds/kinds.ts'
import { fieldOf } from '../access.ts'
import { queryFault } from './checkViews.ts'
import { maySort } from '../query/indexed.ts'
import { relatedOf, sectionsOf } from '../query/lookup.ts'
import { noField } from './meant.ts'
import type { Related } from '../related.ts'
import type { Resource } from '../resource.ts'

/** What is wrong with the related lists of a resource, each with its place. */
export function* relatedFaults(
  { name, show = [] }: Resource,
  resourceOf: (name: string) => Resource | undefined,
): Generator<[place: string, fault: string]> {
  for (const [heading, one] of relatedOf(show)) {
    const target = resourceOf(one.resource)
    const fault = target ? faultOf(name, one, target) : `no resource "${one.resource}"`
    if (fault !== undefined) yield [`${name}.show.${heading}`, fault]
  }
}

function faultOf(here: string, related: Related, target: Resource) {
  const { by, list = [], filter, sort, create } = related
  const { name, operations } = target
  const pointing = fieldOf(target, by)
  if (!pointing || targetOf(pointing) !== here)
    return `"${by}" of ${name} does not point at ${here}`
  const missing = list.find((one) => !fieldOf(target, one))
  if (missing !== undefined) return `${name} has ${noField(missing, target)}`
  if (list.includes(by)) return `"${by}" is the same in each row`
  const order = sort?.replace(/^-/, '')
  if (order !== undefined && !maySort(target, order))
    return `${name} cannot be sorted by "${order}"`
  if (!operations.includes('list')) return `${name} has no list`
  if (target.listedBy && target.listedBy.by !== by)
    return `${name} is listed by "${target.listedBy.by}" only`
  const refused = filter && queryFault(target, filter)
  if (refused !== undefined) return refused
  if (!create) return undefined
  if (!operations.includes('create')) return `nothing may "create" ${name}`
  const isGiven = sectionsOf(target.form).some(([, names]) => names.includes(by))
  return isGiven ? undefined : `"${by}" is not in the form of ${name}`
}
