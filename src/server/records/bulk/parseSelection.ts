import { z } from 'zod'

import { invalid } from '../../kernel/errors.ts'
import { msg } from '../../../texts/serverMsg.ts'

const selection = z.union([
  z.object({
    ids: z.array(z.int().positive()).min(1).max(10_000),
    /** The versions that were decided on, one for each id. */
    versions: z.array(z.int().positive()).max(10_000).optional(),
  }),
  z.object({
    filter: z.record(z.string(), z.unknown()),
    exclude: z.array(z.int().positive()).max(10_000).default([]),
    expected_count: z.int().min(0),
  }),
])

/** What is acted on. Without `expected_count` a filter reaches what it matches, as a preview does. */
export type Selected =
  | { readonly ids: readonly number[]; readonly versions?: readonly number[] | undefined }
  | {
      readonly filter: Record<string, unknown>
      readonly exclude: readonly number[]
      readonly expected_count?: number | undefined
    }

/** Parts a bulk request's body into the selection and the rest. */
export function parseSelection(body: unknown): {
  selected: z.infer<typeof selection>
  rest: unknown
} {
  const result = selection.safeParse(body)
  if (!result.success || typeof body !== 'object' || body === null || !isOneWay(body)) {
    throw invalid({}, msg('send_ids_or_a_filter_with_expected'))
  }
  const taken = new Set(['ids', 'versions', 'filter', 'exclude', 'expected_count'])
  const rest = Object.fromEntries(Object.entries(body).filter(([key]) => !taken.has(key)))
  return { selected: result.data, rest }
}

/** Whether it says in one way what is meant: of two selections one would be passed over, as would ids without their version. */
const isOneWay = (body: { ids?: unknown; versions?: unknown; filter?: unknown }): boolean => {
  const { ids, versions } = body
  if (!Array.isArray(ids)) return versions === undefined
  const isSelectedTwice = ['filter', 'exclude', 'expected_count'].some((key) => key in body)
  return !isSelectedTwice && (!Array.isArray(versions) || versions.length === ids.length)
}
