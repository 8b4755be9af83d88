import type { FastifyRequest } from 'fastify'

import { isDiskFull, isUnanswered, type Fault } from '../database/faults.ts'
import { RequestError } from '../kernel/errors.ts'
import { isRead } from '../kernel/guard.ts'

/** Seconds. */
const retryAfter = 5

/** Returns what somebody hears whose request met a fault of the database: whether it was saved, and what to do next. */
export function faultAnswer(fault: Fault, error: Error, request: FastifyRequest): RequestError {
  const words =
    request.hasBegun && !isRead(request) ? writeWords(fault, error) : readWords(fault, request)
  const isFull = isDiskFull(error)
  return new RequestError(
    isFull ? 507 : 503,
    isFull ? 'The disk of the server is full. Nothing can be saved until there is room.' : words,
    undefined,
    isFull ? 60 : retryAfter,
  )
}

function readWords(fault: Fault, request: FastifyRequest): string {
  if (fault === 'unreachable') {
    return 'The database cannot be reached at the moment. Try again in a few seconds.'
  }
  return fault === 'timeout' && isNarrowed(request)
    ? 'This takes too long. Narrow the filter or the search.'
    : 'The database is busy. Try again in a few seconds.'
}

/** The server rolled the work back, unless it is the server that was lost: then it may have been saved. */
function writeWords(fault: Fault, error: Error): string {
  const isUnknown = fault === 'unreachable' || isUnanswered(error)
  return isUnknown
    ? 'The database cannot be reached at the moment. Check whether it was saved before you try again.'
    : 'The database is busy. Nothing was saved. Try again.'
}

/** What a list is asked for beyond a search and a filter. */
const plain = new Set(['page', 'per_page', 'sort', 'fields', 'limit', 'id'])

/** Whether a request looks for something, so that it can be narrowed. */
function isNarrowed({ query, body }: FastifyRequest): boolean {
  return [query, body]
    .flatMap((input) => Object.entries(input ?? {}))
    .some(([key, value]) => !plain.has(key) && value !== '')
}
