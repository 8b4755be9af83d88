import type { FastifyRequest } from 'fastify'

import { isDiskFull, isUnanswered, type Fault } from '../database/faults.ts'
import { RequestError } from '../kernel/errors.ts'
import { isRead } from '../kernel/guard.ts'
import { msg } from '../../texts/serverMsg.ts'

/** Seconds. */
const retryAfter = 5

/** Returns what somebody hears whose request met a fault of the database: whether it was saved, and what to do next. */
export function faultAnswer(fault: Fault, error: Error, request: FastifyRequest): RequestError {
  const reason = messageOf(fault, error, request)
  const isFull = isDiskFull(error)
  return new RequestError(
    isFull ? 507 : 503,
    isFull ? msg('the_disk_of_the_server_is_full') : reason,
    undefined,
    isFull ? 60 : retryAfter,
  )
}

function messageOf(fault: Fault, error: Error, request: FastifyRequest): string {
  if (fault === 'readonly') return msg('the_database_takes_no_changes_at_the')
  return request.hasBegun && !isRead(request)
    ? writeFaultMessage(fault, error)
    : readFaultMessage(fault, request)
}

function readFaultMessage(fault: Fault, request: FastifyRequest): string {
  if (fault === 'unreachable') {
    return msg('the_database_cannot_be_reached_at_the_moment_try')
  }
  return fault === 'timeout' && isNarrowed(request)
    ? msg('this_takes_too_long_narrow_the_filter')
    : msg('the_database_is_busy_try_again_in')
}

/** The server rolled the work back, unless it is the server that was lost: then it may have been saved. */
function writeFaultMessage(fault: Fault, error: Error): string {
  const isUnknown = fault === 'unreachable' || isUnanswered(error)
  return isUnknown
    ? msg('the_database_cannot_be_reached_at_the_moment_check')
    : msg('the_database_is_busy_nothing_was_saved')
}

/** What a list is asked for beyond a search and a filter. */
const plain = new Set(['page', 'per_page', 'sort', 'fields', 'limit', 'id'])

/** Whether a request looks for something, so that it can be narrowed. */
function isNarrowed({ query, body }: FastifyRequest): boolean {
  return [query, body]
    .flatMap((input) => Object.entries(input ?? {}))
    .some(([key, value]) => !plain.has(key) && value !== '')
}
