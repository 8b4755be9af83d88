import type { FastifyRequest } from 'fastify'

import {
  isObject,
  QueryError,
  type Conditions,
  type Filter,
  type Query,
  type Resource,
  type User,
} from '#schema'

import { heavy, light, type Work } from '../../kernel/fairShare.ts'
import { readQuery } from './admit.ts'

/** Of each statement of a wide list: such lists share few places. */
export const wideTimeoutMs = 10_000

type Asked = Pick<FastifyRequest, 'user' | 'query' | 'body'>

/** Rows of a page that costs the thread as much as looking for words costs the database. */
const longPage = 100

/** What a list takes: a long page, and looking for words or fragments in a large table, are heavy work. */
export const listWork =
  (resource: Resource) =>
  ({ user, query, body }: Asked): Work =>
    asksMuch(resource, user, body ?? query) ? heavy : light

/** What an action takes that is done with the records of a large table: by a filter it counts and reads whatever matches. */
export const bulkWork =
  ({ size }: Resource) =>
  ({ body }: Pick<FastifyRequest, 'body'>): Work =>
    size === 'large' && isObject(body) && 'filter' in body ? heavy : light

function asksMuch(resource: Resource, user: User, input: unknown): boolean {
  if (!isObject(input)) return false
  if (Number(input['per_page']) >= longPage) return true
  if (resource.size !== 'large') return false
  try {
    return isWide(readQuery(resource, user, input))
  } catch (error) {
    // The route says what is wrong with it.
    if (error instanceof QueryError) return true
    throw error
  }
}

/** Whether a query looks for words, or for values by a part of them. */
export const isWide = ({ search, filter, where = {} }: Query): boolean =>
  search !== '' || hasParts({ all: [filter, where] })

function hasParts({ all = [], any = [], ...fields }: Filter): boolean {
  return (
    [...all, ...any].some(hasParts) ||
    Object.values<Conditions>(fields).some(
      ({ contains, parts = [], notParts = [] }) =>
        contains !== undefined || parts.length + notParts.length > 0,
    )
  )
}
