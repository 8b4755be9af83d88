import type { Field, Fields } from '../kinds/field.ts'
import { kindOf, targetOf } from '../kinds/kinds.ts'
import type { ActionDeclaration } from './actions.ts'
import type { Resource } from './resource.ts'
import { actionPaths } from './checkActions.ts'
import { derivedFaults } from './checkDerived.ts'
import { ruleFaults } from './checkRule.ts'
import { titleFaults } from './checkTitle.ts'
import { presetFaults } from './checkPreset.ts'
import { linesFaults } from './checkLines.ts'
import { relatedFaults } from './checkRelated.ts'

/** Records that are only put out of sight cannot go with one that is deleted for good: they would still point at it. */
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

/** Refuses resources that take each other's name or path, or that point at one that is not there. */
export function checkTogether(resources: readonly Resource[]): void {
  const names = new Map<string, Resource>()
  const paths = new Map<string, Resource>()
  for (const resource of resources) {
    const { name, api } = resource
    if (names.has(name)) throw new Error(`${name}: declared twice`)
    const owner = paths.get(api)
    if (owner) throw new Error(`${name}: the path /api/${api} belongs to ${owner.name}`)
    names.set(name, resource)
    paths.set(api, resource)
  }
  for (const resource of resources) {
    const taken = actionPaths(resource).find((path) => paths.has(path))
    if (taken) throw new Error(`${resource.name}.actions: /api/${taken} is that of a resource`)
  }
  for (const [place, fault] of resources.flatMap((one) => [
    ...relatedFaults(one, (name) => names.get(name)),
    ...goingFaults(one, (name) => names.get(name)),
    ...ruleFaults(one, (name) => names.get(name)),
    ...linesFaults(one, (name) => names.get(name)),
    ...derivedFaults(one, (name) => names.get(name)),
    ...titleFaults(one, (name) => names.get(name)),
    ...presetFaults(one, (name) => names.get(name)),
  ])) {
    throw new Error(`${place}: ${fault}`)
  }
  for (const [place, target, { computed, outOfForm }] of resources.flatMap(targetsOf)) {
    const resource = names.get(target)
    if (!resource) throw new Error(`${place}: no resource "${target}"`)
    if (resource.options || computed || outOfForm) continue
    throw new Error(
      `${place}: nobody may choose one of "${target}". Say there who may: options: { permission: … }`,
    )
  }
  checkRoutes(resources)
}

/** Two views at one address of the browser: the second would never be reached. */
function checkRoutes(resources: readonly Resource[]): void {
  const owners = new Map<string, string>()
  for (const { name, routes, operations } of resources) {
    for (const [view, route] of Object.entries(routes)) {
      if (!operations.some((one) => one === view)) continue
      const path = route.replaceAll(/^\/|\/$/g, '')
      const owner = owners.get(path)
      if (owner) throw new Error(`${name}.routes.${view}: "${route}" belongs to ${owner}`)
      owners.set(path, name)
    }
  }
}

type Pointing = [place: string, target: string, options: Field['options']]

function targetsOf({ name, fields, actions = {}, import: files }: Resource): Pointing[] {
  const inputs = Object.entries<ActionDeclaration>(actions).flatMap(([action, { input = {} }]) =>
    targetsIn(`${name}.actions.${action}.input`, input),
  )
  const told = targetsIn(`${name}.import.outcomes`, files?.outcomes?.fields ?? {})
  return [...targetsIn(name, fields), ...inputs, ...told]
}

function targetsIn(place: string, fields: Fields): Pointing[] {
  return Object.entries(fields).flatMap(([name, field]): Pointing[] => {
    const target = targetOf(field)
    return target === undefined ? [] : [[`${place}.${name}`, target, field.options]]
  })
}
