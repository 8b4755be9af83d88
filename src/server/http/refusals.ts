import { z } from 'zod'
import { mapValues } from '#schema'

import { refusal } from '#contract'

const content = { 'application/json': { schema: z.toJSONSchema(refusal) as object } }

const wait = {
  'Retry-After': { schema: { type: 'integer' as const }, description: 'Seconds to wait' },
}

/** Every refusal, by the name under which operations point at it. */
export const refusals = {
  bad: {
    description: 'A key, filter or body that is not known here; the message names it',
    content,
  },
  unauthenticated: { description: 'No token, or one that has ended: sign in', content },
  forbidden: {
    description: 'A permission is missing, or the password must be entered again',
    content,
  },
  missing: { description: 'There is none, or none that you may see', content },
  conflict: {
    description: 'Changed in the meantime, in use, or no longer possible: read it again',
    content,
  },
  invalid: { description: '`errors` says by field what is wrong', content },
  tooMany: { description: 'Too many calls, or too much work that waits', headers: wait, content },
  busy: { description: 'The server or its database is busy', headers: wait, content },
  refused: { description: 'Refused: the message says why', content },
}

interface Operation {
  readonly path: string
  readonly method: string
  /** Whether it is open without a sign-in. */
  readonly isOpen: boolean
}

/** How an operation refuses, by status. */
export function refusalsOf({ path, method, isOpen }: Operation) {
  const writes = method !== 'get' && !path.endsWith('/search')
  const named = {
    400: 'bad',
    ...(!isOpen && { 401: 'unauthenticated', 403: 'forbidden' }),
    ...(path.includes('{') && { 404: 'missing' }),
    ...(writes && { 409: 'conflict', 422: 'invalid' }),
    429: 'tooMany',
    default: 'refused',
    503: 'busy',
  } satisfies Record<string, keyof typeof refusals>
  return mapValues<string, string, object>(named, (name) => ({
    $ref: `#/components/responses/${name}`,
  }))
}

/** The header by which every call says its language. */
export const locale = {
  name: 'Locale',
  in: 'header' as const,
  description: 'The language of messages and labels, `en` unless sent',
  schema: { type: 'string' as const },
}

export const localeReference = { $ref: '#/components/parameters/locale' }
