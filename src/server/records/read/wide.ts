import type { FastifyRequest } from 'fastify'

import type { Resource } from '#schema'

import { heavy, light, type Work } from '../../kernel/fairShare.ts'

/** Of each statement of a wide list: such lists share few places. */
export const wideTimeoutMs = 10_000

/** What a list takes: looking for words or fragments in a large table is heavy work. */
export const listWork =
  (resource: Resource) =>
  ({ query, body }: FastifyRequest): Work =>
    isWide(resource, body ?? query) ? heavy : light

/** What a bulk act takes: by a filter it counts and reads whatever matches. */
export const bulkWork =
  ({ size }: Resource) =>
  ({ body }: FastifyRequest): Work =>
    size === 'large' && isRecord(body) && 'filter' in body ? heavy : light

function isWide({ size }: Resource, input: unknown): boolean {
  if (size !== 'large' || !isRecord(input)) return false
  const { search, where, ...filter } = input
  const isSearch = typeof search === 'string' && search !== ''
  return (
    isSearch ||
    Object.keys(filter).some((key) => key.endsWith('_contains')) ||
    (where !== undefined && JSON.stringify(where).includes('contains'))
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
