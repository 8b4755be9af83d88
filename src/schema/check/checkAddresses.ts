import type { Resource } from '../resource.ts'
import { actionAddresses, ownPaths } from './checkActions.ts'

/** Addresses of the API and of the browser that are none, or that two share. */
export function* addressFaults(resources: readonly Resource[]): Generator<string> {
  yield* pathFaults(resources)
  yield* actionAddressFaults(resources)
  yield* routeFaults(resources)
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
