import type { Field, Fields } from '../../kinds/field.ts'
import { kindOf, targetOf, type FieldOf } from '../../kinds/kinds.ts'
import type { ActionDeclaration } from '../actions.ts'
import type { Resource } from '../resource.ts'
import { actionAddresses, ownPaths } from './checkActions.ts'
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
  yield* pathFaults(resources)
  yield* actionAddressFaults(resources)
  const find = (name: string) => names.get(name)
  const hint = (fault: string) => {
    const [, unknown] = /^no resource "(\w+)"$/.exec(fault) ?? []
    return unknown === undefined ? '' : meant(unknown, names.keys())
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
    if (!resource) yield `${place}: no resource "${target}"${meant(target, names.keys())}`
    if (!resource || resource.options || computed || outOfForm) continue
    yield `${place}: nobody may choose one of "${target}". Say there who may: options: { permission: … }`
  }
  yield* routeFaults(resources)
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

/** What the console itself answers below /api. A resource may stand below these, as profile/job, and not in their place. */
const ownApi: ReadonlySet<string> = new Set([
  ...'cards events files health help localizations login logout profile search setup'.split(' '),
  ...'confirm device email password permissions preferences sessions settings'
    .split(' ')
    .map((end) => `profile/${end}`),
])

/** Words with slashes between them, none of which the engine has below another resource. */
function* pathFaults(resources: readonly Resource[]): Generator<string> {
  for (const { name, api } of resources) {
    if (!/^[a-z][\w-]*(?:\/[a-z][\w-]*)*$/.test(api))
      yield `${name}.api: "${api}" is no path below /api, like settings/tag`
    if (ownApi.has(api)) yield `${name}.api: /api/${api} belongs to the console itself`
    const above = resources.find((one) => api.startsWith(`${one.api}/`))
    const [next = ''] = above ? api.slice(above.api.length + 1).split('/') : []
    if (above && ownPaths.has(next))
      yield `${name}.api: /api/${above.api}/${next} belongs to the engine`
  }
}

/** Two things that one call would mean: no server would start. */
function* actionAddressFaults(resources: readonly Resource[]): Generator<string> {
  const owners = new Map(
    resources.flatMap(({ name, api, listedBy }): [path: string, owner: string][] => [
      [api, name],
      ...(listedBy ? [[listedBy.path, name] as [string, string]] : []),
    ]),
  )
  for (const resource of resources) {
    for (const [action, address] of actionAddresses(resource)) {
      const place = `${resource.name}.actions.${action}`
      const owner = owners.get(address)
      if (owner) yield `${place}: the address /api/${address} belongs to ${owner}`
      else owners.set(address, place)
    }
  }
}

/** Where the console itself stands. */
const ownRoutes = ['login', 'help', 'profile']

/** Two views at one address of the browser: the second would never be reached. */
function* routeFaults(resources: readonly Resource[]): Generator<string> {
  const owners = new Map(ownRoutes.map((path) => [path, 'the console itself']))
  for (const { name, routes, operations } of resources) {
    for (const [view, route] of Object.entries(routes)) {
      if (!operations.some((one) => one === view)) continue
      const path = route.replaceAll(/^\/|\/$/g, '')
      const owner = owners.get(path)
      if (owner) yield `${name}.routes.${view}: "${route}" belongs to ${owner}`
      else owners.set(path, name)
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
