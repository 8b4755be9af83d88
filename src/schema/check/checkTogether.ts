import type { Field, Fields } from '../../kinds/field.ts'
import { kindOf, targetOf, type FieldOf } from '../../kinds/kinds.ts'
import type { ActionDeclaration } from '../actions.ts'
import type { Resource } from '../resource.ts'
import { addressFaults } from './checkAddresses.ts'
import { derivedFaults } from './checkDerived.ts'
import { ruleFaults } from './checkRule.ts'
import { titleFaults } from './checkTitle.ts'
import { meant } from './meant.ts'
import { presetFaults } from './checkPreset.ts'
import { linesFaults } from './checkLines.ts'
import { relatedFaults } from './checkRelated.ts'

/** Records that are only marked as deleted cannot go with one that is deleted for good: they would still point at it. */
function* goingFaults(
  { name, fields, softDelete }: Resource,
  resourceOf: (name: string) => Resource | undefined,
): Generator<[place: string, fault: string]> {
  for (const [field, one] of Object.entries<Field>(fields)) {
    const target = resourceOf(targetOf(one) ?? '')
    if (kindOf(one).onDelete?.(one) !== 'cascade' || !softDelete || target?.softDelete) continue
    yield [
      `${name}.${field}`,
      `\`cascade\` needs \`softDelete\` of ${target?.name}, as ${name} has it`,
    ]
  }
}

/** Resources that take each other's name or path, or that point at one that is not there. */
export function* faultsTogether(resources: readonly Resource[]): Generator<string> {
  const names = new Map<string, Resource>()
  const paths = new Map<string, Resource>()
  for (const resource of resources) {
    const { name, api } = resource
    const owner = paths.get(api)
    if (names.has(name)) yield `${name}: declared twice`
    else if (owner) yield `${name}: the path /api/${api} belongs to ${owner.name}`
    names.set(name, resource)
    paths.set(api, resource)
  }
  for (const resource of resources) {
    const former = names.get(resource.renamedFrom ?? '')
    if (former) yield `${resource.name}.renamedFrom: "${former.name}" is declared still`
  }
  yield* addressFaults(resources)
  const find = (name: string) => names.get(name)
  const remedy = (unknown: string) =>
    meant(unknown, names.keys()) || '. Declare it, and list it in `index.ts` of the business'
  const hint = (fault: string) => {
    const [, unknown] = /^no resource "(\w+)"$/.exec(fault) ?? []
    return unknown === undefined ? '' : remedy(unknown)
  }
  const ask = [
    relatedFaults,
    goingFaults,
    ruleFaults,
    linesFaults,
    derivedFaults,
    titleFaults,
    wordsFaults,
  ]
  for (const one of resources) {
    for (const faults of [...ask, presetFaults]) {
      for (const [place, fault] of faults(one, find)) yield `${place}: ${fault}${hint(fault)}`
    }
  }
  for (const [place, target, { computed, outOfForm }] of resources.flatMap(targetsOf)) {
    const resource = names.get(target)
    if (!resource) yield `${place}: no resource "${target}"${remedy(target)}`
    if (!resource || resource.options || computed || outOfForm) continue
    yield `${place}: nobody may choose one of "${target}". Say there who may: options: { permission: … }`
  }
}

/** Words that are names of fields of a resource, which is none. */
function* wordsFaults(
  { name, fields }: Resource,
  resourceOf: (name: string) => Resource | undefined,
): Generator<[place: string, fault: string]> {
  for (const [field, { options }] of Object.entries<Field>(fields)) {
    const { fieldsOf, only = [] } = options as FieldOf<'words'>['options']
    if (!fieldsOf) continue
    const target = resourceOf(fieldsOf)
    if (!target) yield [`${name}.${field}`, `no resource "${fieldsOf}"`]
    for (const one of only) {
      const isKnown = !target || Object.hasOwn(target.fields, one)
      if (!isKnown) yield [`${name}.${field}.only`, `no field "${one}" of "${fieldsOf}"`]
    }
  }
}

type Pointing = [place: string, target: string, options: Field['options']]

function targetsOf({ name, fields, actions = {}, jobs = {}, import: files }: Resource): Pointing[] {
  const inputs = Object.entries<ActionDeclaration>(actions).flatMap(([action, { input = {} }]) =>
    targetsIn(`${name}.actions.${action}.input`, input),
  )
  const outcomeTargets = targetsIn(`${name}.import.outcomes`, files?.outcomes?.fields ?? {})
  const asked = Object.entries(jobs).flatMap(([job, one]) =>
    targetsIn(`${name}.jobs.${job}.asked`, one.asked ?? {}),
  )
  return [...targetsIn(name, fields), ...inputs, ...outcomeTargets, ...asked]
}

function targetsIn(place: string, fields: Fields): Pointing[] {
  return Object.entries(fields).flatMap(([name, field]): Pointing[] => {
    const target = targetOf(field)
    return target === undefined ? [] : [[`${place}.${name}`, target, field.options]]
  })
}
