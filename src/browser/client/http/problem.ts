import { firstMsg } from '../../../texts/firstMsg.ts'
/** Why the server refused a call, as the views need it. */
export interface Problem {
  /** 0 when there was no answer at all. */
  readonly status: number
  readonly message: string
  /** The first message by field. */
  readonly errors: Readonly<Record<string, string>>
  /** What the server says besides. */
  readonly data?: unknown
}

/** Where a record is found. */
export interface RecordPlace {
  readonly resource: string
  readonly id: number
}

/** The record for which something was refused, where the person may know it. */
export const inTheWayOf = ({ data }: Problem): RecordPlace | undefined =>
  (data as { match?: RecordPlace } | undefined)?.match

/** The field that an error lies in: `hours` of `hours.2.from`. */
export const fieldAt = (place: string): string => place.replace(/\..*/, '')

/** Reads react-admin's HttpError; anything else is a problem without a status. */
export function problemOf(error: unknown): Problem {
  const { status, message, body } = (typeof error === 'object' && error ? error : {}) as {
    status?: number
    message?: string
    body?: { errors?: Record<string, unknown>; data?: unknown }
  }
  const errors = Object.entries(body?.errors ?? {}).map(([name, one]): [string, string] => [
    name,
    String(Array.isArray(one) ? one[0] : one),
  ])
  return {
    status: status ?? 0,
    message: message || firstMsg('the_server_is_unavailable', 'The server is unavailable'),
    errors: Object.fromEntries(errors),
    ...(body?.data !== undefined && { data: body.data }),
  }
}
