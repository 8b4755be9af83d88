import type { Field, Fields } from '../kinds/field.ts'
import type { ActionDeclaration, Resource } from './resource.ts'
import { relatedFaults } from './checkRelated.ts'

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
  for (const [place, fault] of resources.flatMap((one) => [
    ...relatedFaults(one, (name) => names.get(name)),
  ])) {
    throw new Error(`${place}: ${fault}`)
  }
  for (const [place, target] of resources.flatMap(targetsOf)) {
    if (!names.has(target)) throw new Error(`${place}: no resource "${target}"`)
  }
}

function targetsOf({ name, fields, actions = {} }: Resource): [place: string, target: string][] {
  const inputs = Object.entries<ActionDeclaration>(actions).flatMap(([action, { input = {} }]) =>
    targetsIn(`${name}.actions.${action}.input`, input),
  )
  return [...targetsIn(name, fields), ...inputs]
}

function targetsIn(place: string, fields: Fields): [place: string, target: string][] {
  return Object.entries<Field & { target?: string }>(fields).flatMap(
    ([name, { target }]): [string, string][] =>
      target === undefined ? [] : [[`${place}.${name}`, target]],
  )
}
