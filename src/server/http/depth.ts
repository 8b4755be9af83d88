import type { FastifyInstance, FastifyRequest } from 'fastify'

import { badRequest } from '../kernel/errors.ts'
import { msg } from '../../texts/serverMsg.ts'

/** Levels of lists and objects in a body. No declared value, filter or mapping has more than a few. */
const maxDepth = 100

/** Refuses bodies that are nested so deeply that whatever walks through them, `JSON.stringify` too, ends the stack. */
export function refuseDeepBodies(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if ([route.method].flat().every((method) => bodiless.has(method))) return
    route.preValidation = [refuseDeepBody, ...[route.preValidation ?? []].flat()]
  })
}

/** Requests of these methods are answered without a body being read. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD'])

async function refuseDeepBody({ body }: FastifyRequest): Promise<void> {
  if (isDeeper(body, maxDepth)) {
    throw badRequest(msg('the_request_is_nested_too_deeply', { max: maxDepth }))
  }
}

/** Level by level, so that the check itself needs no stack. */
function isDeeper(value: unknown, depth: number): boolean {
  let level = childrenOf([value])
  for (let left = depth; level.length > 0; left -= 1) {
    if (left === 0) return true
    level = level.flatMap((one) => childrenOf(Object.values(one)))
  }
  return false
}

const childrenOf = (values: readonly unknown[]) =>
  values.filter((one): one is object => typeof one === 'object' && one !== null)
