import { sql } from 'kysely'

import type { ExportRequest } from '#contract'

import { recordAudit } from '../audit/audit.ts'
import { recordExported } from '../audit/exportedRecords.ts'
import { appendFile, createFile, deleteFile } from '../files/store.ts'
import type { Sql } from '../kernel/database.ts'
import type { Job } from '../kernel/jobs.ts'
import { terms, termsNow } from '../kernel/terms.ts'
import type { JobContext, JobKind } from '../jobs/kind.ts'
import {
  type ExportParameters,
  requestForOthers,
  parametersOf,
  checkedNow,
  cellsFor,
  stillAllowed,
  zoneOf,
} from './exportRequest.ts'
import { tellBigExport } from './tellBigExport.ts'
import { columnsOf } from './columns.ts'
import { withoutFormulas } from '../files/formulas.ts'
import { linesOf } from './lines.ts'
import { readLanguage } from '../translations/answers.ts'
import { planPages, rowsLimit, type Page } from './pages.ts'
import { extendFile } from '../files/resultFile.ts'
import { msg } from '../../texts/serverMsg.ts'

export const exportType = 'export'

/** Held together by all that write files of a resource. */
export const exportsLock = (resource: string) => sql`hashtext(${`exports of ${resource}`})`

/** What an export leaves in its job's `result`. */
interface ExportResult {
  readonly file: string
  readonly masked: readonly string[]
}

/** Writes the records that match into a CSV file, a page at a time. */
export const exportKind: JobKind = {
  type: exportType,
  queue: 'last',

  async plan(context) {
    const { job, user, backend, sql: transaction } = context
    const { request, masked, exported } = read(context)
    const { resource, columns } = exported
    const { chunks, isCut } = await planPages({ ...exported, cells: user })
    const minutes = await minutesKept(backend, transaction)
    const language = await readLanguage(request.locale ?? 'en', backend, transaction)
    const things = language.textOf(`resources.${resource.name}.name`) ?? resource.label
    const file = await createFile(transaction, {
      user_id: job.user,
      purpose: exportType,
      name: `${things} ${new Date().toISOString().slice(0, 10)}.csv`,
      media_type: 'text/csv; charset=utf-8',
      keptForMs: minutes * 60_000,
    })
    const { headers } = columnsOf(exported, user, columns, language)
    await appendFile(transaction, file, 0, headerOf(headers, request))
    const result: ExportResult = { file, masked }
    return isCut ? { chunks, result, message: cutMessage } : { chunks, result }
  },

  async run({ payload }, context) {
    const { job, user, sql: transaction, reached } = context
    const { request, exported } = read(context)
    const { resource } = exported
    await sql`select pg_advisory_xact_lock_shared(${exportsLock(resource.name)})`.execute(
      transaction,
    )
    const { delimiter } = request
    const cells = cellsFor(resource, user, request)
    const written: number[] = []
    const lines = linesOf({ ...exported, cells }, payload as Page, { delimiter, written })
    const safe = withoutFormulas(lines, delimiter)
    await extendFile(transaction, resultOf(job).file, safe, () => reached(written.length))
    // Only what is shown has a timeline to tell it.
    if (resource.operations.includes('show') && !resource.view) {
      await recordExported(transaction, { job_id: job.id, resource: resource.name, ids: written })
    }
    return { processed: written.length, failed: 0 }
  },

  async finish(job, { backend, sql: transaction }) {
    const { file, masked } = resultOf(job)
    if (!file) return {}
    // A failed export may be tried again: until then its file only gets old.
    if (job.state === 'failed') return {}
    if (job.state !== 'finished') return void (await deleteFile(transaction, file))
    const minutes = await minutesKept(backend, transaction)
    const { numAffectedRows } = await sql`
      update files set size = stored, expires_at = now() + ${minutes} * interval '1 minute'
      where id = ${file}`.execute(transaction)
    if (numAffectedRows === 0n) return { message: msg('the_file_is_not_kept_any_more') }
    await recordAudit(transaction, {
      user_id: job.user,
      action: 'exported',
      resource: String(job.parameters['resource']),
      job_id: job.id,
      detail: { rows: job.processed, masked },
    })
    const { resource, columns = [] } = parametersOf(job)
    await tellBigExport(transaction, job, { resource: backend.resource(resource), columns, masked })
    return { result_file: file }
  },

  forOthers: ({ parameters }, reader, backend) => ({
    parameters: requestForOthers(parameters as unknown as ExportParameters, reader, backend),
  }),

  mayDownload(job, user, backend) {
    const checked = stillAllowed(job, user, backend)
    const { masked } = resultOf(job)
    return checked !== undefined && checked.masked.every((name) => masked.includes(name))
  },
}

const cutMessage = msg('more_than_records_match_the_file_holds', {
  max: rowsLimit.toLocaleString('en'),
  count: rowsLimit.toLocaleString('en'),
})

/** A file never stays for ever. */
const minutesKept = async (backend: JobContext['backend'], database: Sql) =>
  (await termsNow(backend, database)).exports ?? terms.exports

const resultOf = ({ result }: Job) => (result ?? {}) as unknown as ExportResult

/** The request, checked against what the user may do at this moment. Ends the job when the user may no longer. */
function read({ job, user, backend, sql: database }: JobContext) {
  const request = parametersOf(job)
  const resource = backend.resource(request.resource)
  const { columns, masked, query: asked } = checkedNow(resource, user, request)
  // What it compares with masked values was counted when the export was asked for.
  const query = { ...asked, looksIntoMasked: request.looks_into_masked ?? false }
  const zone = zoneOf(request, user)
  return {
    request,
    masked,
    exported: { backend, resource, user, columns, query, zone, sql: database },
  }
}

/** Always in quotes: a file that begins with the letters ID is taken for another format by spreadsheets. */
function headerOf(headers: readonly string[], { delimiter, bom }: ExportRequest): Buffer {
  const line = headers.map((header) => `"${header.replaceAll('"', '""')}"`).join(delimiter)
  return Buffer.from(`${bom ? '\ufeff' : ''}${line}\n`)
}
