import { z } from 'zod'

import type { Resource } from '#schema'
import { doneWith, jobOnly, keyHeader, refusedWith } from './contract.ts'

/** How a list is written to a file. */
const request = z.strictObject({
  filter: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('The keys of a list’s query string'),
  search: z.string().optional(),
  sort: z.string().optional(),
  columns: z.array(z.string()).min(1).max(500).optional(),
  delimiter: z.enum([',', ';', '\t', '|']).default(','),
  bom: z
    .boolean()
    .default(false)
    .describe('Begins with a byte order mark, by which some spreadsheets know UTF-8'),
})

export type ExportRequest = z.output<typeof request>

export const begin = ({ label }: Resource) => ({
  tags: [label],
  summary: 'Export as a job',
  headers: keyHeader,
  body: refusedWith(
    request,
    400,
    ([issue]) => `${issue?.path.join('.') || 'The request'}: ${issue?.message}.`,
  ),
  response: { 202: doneWith(jobOnly) },
})
