import { badRequest } from '../kernel/errors.ts'
import { msg } from '../../texts/serverMsg.ts'

/** Levels of lists and objects in a body. No declared value, filter or mapping has more than a few. */
const maxDepth = 100

/** Bytes of which each level opens and closes with one: what has no more is not nested too deeply. */
export const shallowBytes = 2 * maxDepth

/** Refuses a body that is nested so deeply that whatever walks through it, `JSON.stringify` too, ends the stack. */
export function refuseDeepBody(body: unknown): void {
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
