import { subscribe, unsubscribe } from 'node:diagnostics_channel'

import type { FastifyInstance, HTTPMethods, RouteOptions } from 'fastify'

import type { Rule, User } from '#schema'

import type { RouteAccess } from '../../../src/server/kernel/guard.ts'

export interface Route {
  readonly method: HTTPMethods
  /** As it was registered: `/api/tags/:id(^\\d{1,15}$)`. */
  readonly path: string
  readonly access: RouteAccess | undefined
}

/** Builds servers and answers every route that they registered, whatever plugin it came from. */
export async function withRoutes<Result>(
  build: () => Promise<Result>,
): Promise<[result: Result, routes: Route[]]> {
  const routes: Route[] = []
  const take = ({ method, url, config }: RouteOptions) => {
    for (const one of [method].flat()) {
      routes.push({ method: one as HTTPMethods, path: url, access: config?.access })
    }
  }
  const meet = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', take)
  }
  subscribe('fastify.initialization', meet)
  try {
    return [await build(), routes]
  } finally {
    unsubscribe('fastify.initialization', meet)
  }
}

/** Who may call a route, in words. */
export function accessText(access: RouteAccess | undefined): string {
  if (access === undefined) return 'nobody said'
  if (typeof access === 'string') return access
  if ('any' in access) {
    return [...new Set(access.any.flatMap((one) => accessText(one).split(' or ')))].join(' or ')
  }
  if ('rule' in access) return ruleText(access.rule, 'the rule of an action')
  if (!('resource' in access)) return [access.permission].flat().join(' or ')
  const { resource, operation } = access
  return ruleText(resource.access[operation], `the rule to ${operation} ${resource.name}`)
}

/** A rule that lets people in without a permission may still read some: of those who see more. */
const ruleText = (rule: Rule, otherwise: string): string =>
  rule.permissions && rule(withoutPermissions) === false ? rule.permissions.join(', ') : otherwise

const withoutPermissions: User = {
  id: 0,
  name: '',
  email: '',
  permissions: new Set(),
}

/** The path without the patterns of its parameters. */
export const plainPath = ({ path }: Route) => path.replaceAll(/\((?:[^()]|\([^()]*\))*\)/g, '')

/** An address that leads to the route; `id` stands for every id. */
export function addressOf(route: Route, id: string | number = 1): string {
  const isFile = route.path.startsWith('/api/files/')
  return plainPath(route)
    .replace(':number', '1')
    .replace(':id', isFile ? '00000000-0000-4000-8000-000000000000' : String(id))
    .replace(':kind', 'result')
    .replace(':lng', 'en')
    .replace(':key', 'density')
    .replace('*', 'index.html')
}
