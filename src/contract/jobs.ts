import { msg } from '../texts/msg.ts'
import { z } from 'zod'

import { zoneNamed, type Resource } from '#schema'
import {
  byId,
  contentOf,
  dataOf,
  doneWith,
  idOnly,
  jobOnly,
  keyHeader,
  refusedWith,
} from './contract.ts'

const control = ({ label }: Resource, summary: string) => ({
  tags: [label],
  summary,
  params: byId,
  response: { 200: doneWith(idOnly) },
})

const download = ({ label }: Resource) => ({
  tags: [label],
  summary: 'The file that a job has left: what it made, or what it refused',
  params: byId.extend({ kind: z.enum(['result', 'error']) }),
  response: { 200: contentOf('application/octet-stream') },
})

export const jobContract = { control, download }

const readAll = ({ label }: Resource) => ({
  tags: [label],
  summary: 'Mark all as read',
  response: { 200: doneWith(z.object({ read: z.int() })) },
})

const readOne = ({ label }: Resource) => ({
  tags: [label],
  summary: 'Mark one as read',
  params: byId,
  response: { 200: doneWith(idOnly) },
})

const kind = z.object({
  event: z.string(),
  title: z.string().describe('As it was called last'),
  is_quiet: z.boolean().describe('It comes read, and the bell leaves it out'),
})

export type NoticeKind = z.output<typeof kind>

const listKinds = ({ label }: Resource) => ({
  tags: [label],
  summary: 'What you were told of within half a year, but what concerns your account',
  response: { 200: dataOf(z.array(kind)) },
})

const changeKind = ({ label }: Resource) => ({
  tags: [label],
  summary: 'Turn one kind off or on',
  params: z.object({ event: z.string().max(60) }),
  body: z.strictObject({ is_quiet: z.boolean() }),
  response: { 200: doneWith(z.object({ event: z.string(), is_quiet: z.boolean() })) },
})

export const notificationContract = { readAll, readOne, listKinds, changeKind }

/** What a file has between its columns. */
export const fileDelimiter = z.enum([',', ';', '\t', '|']).default(',')

/** How a list is written to a file. */
const request = z.strictObject({
  filter: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('The keys of the list’s query string, `where` among them'),
  search: z.string().optional(),
  sort: z.string().optional(),
  columns: z.array(z.string()).min(1).max(500).optional(),
  reason: z
    .string()
    .trim()
    .max(500)
    .optional()
    .describe(
      'What phone numbers and e-mails in the clear are needed for, which is audited; without it they are masked',
    ),
  delimiter: fileDelimiter,
  timezone: z
    .string()
    .transform((text, context) => {
      const zone = zoneNamed(text)
      if (zone) return zone
      context.addIssue({ code: 'custom', message: msg('enter_a_time_zone_like') })
      return z.NEVER
    })
    .optional()
    .describe('The time zone of its times, like Europe/Berlin; your own unless given'),
  bom: z
    .boolean()
    .default(false)
    .describe('Begins with a byte order mark, by which some spreadsheets know UTF-8'),
})

export type ExportRequest = z.output<typeof request>

const begin = ({ label }: Resource) => ({
  tags: [label],
  summary: `Export ${label} as a job`,
  description:
    'The file holds the `columns` asked for, or all that you may see: `id`, `created_at`, `updated_at` and the fields of a record but those that are never shown. `filter` takes the keys of the list, `where` and operators among them.',
  headers: keyHeader,
  body: refusedWith(request, 400, ([issue]) =>
    msg('of_filter', {
      key: issue?.path.join('.') || 'The request',
      problem: issue?.message ?? '',
    }),
  ),
  response: { 202: doneWith(jobOnly) },
})

export const exportContract = { begin }
