import { sql } from 'kysely'

import { fieldOf, nobody, renderMessage } from '#schema'
import { csvFile, file, namedRows, recordAudit, type Context, type FileAnswer } from '#server'

import { failedLead } from '../failedLead/failedLead.ts'
import { lead, type Lead } from '../lead/lead.ts'
import { findPerson, keysOfContacts, type Sought } from './person.server.ts'
import { commentsOf, entriesOf, historyOf, sendsOf, attemptsOf } from './personRows.server.ts'
import { reportedRows } from './reportedRows.server.ts'

type Row = Readonly<Record<string, unknown>>

/** Everything that is kept of a person, for the person who asks (product.md 15.3). Undefined where nothing is. */
export async function personData(
  sought: Sought,
  format: 'json' | 'csv',
  context: Context,
): Promise<FileAnswer<'application/json' | 'text/csv'> | undefined> {
  const { sql: database, user } = context
  const found = await findPerson(sought, database)
  const ids = found.leads.map(({ id }) => id)
  const leads = await rowsOf('leads', ids, database)
  const failed = await rowsOf('failed_leads', found.failed, database)
  const black_list = await entriesOf(sought, leads as Partial<Lead>[], context)
  const refused_rows = await reportedRows(keysOfContacts(sought, found.leads), database)
  if (leads.length + failed.length + black_list.length + refused_rows.length === 0) return undefined
  const data = {
    leads: await readable(lead, leads, context),
    failed_leads: await readableFailed(failed, context),
    refused_rows,
    comments: await commentsOf(ids, database),
    sends: await sendsOf(ids, database),
    attempts: await attemptsOf(ids, database),
    black_list,
    history: await historyInWords(ids, found.failed, context),
  }
  await recordAudit(
    database,
    // The action has its own line.
    ...ids
      .filter((id) => id !== sought.lead)
      .map((record_id) => ({
        user_id: user.id,
        action: 'person_data',
        resource: lead.name,
        record_id,
        detail: { format },
      })),
  )
  const name = `person${sought.lead ? ` of lead ${sought.lead}` : ''}.${format}`
  return format === 'json'
    ? file(name, 'application/json', JSON.stringify(data, null, 2))
    : file(name, 'text/csv', csvOf(data))
}

async function rowsOf(
  table: 'leads' | 'failed_leads',
  ids: readonly number[],
  database: Context['sql'],
): Promise<Row[]> {
  const tags = sql`(
    select jsonb_agg(j.target_id order by j.target_id) from leads_tags j where j.record_id = t.id)`
  const { rows } = await sql<{ row: Row }>`
    select jsonb_strip_nulls(to_jsonb(t) ${table === 'leads' ? sql`|| jsonb_build_object('tags', ${tags})` : sql``}) as row
    from ${sql.table(table)} t where id = any(${[...ids]}::bigint[]) order by id`.execute(database)
  return rows.map(({ row }) => row)
}

/**
 * A lead that something names is one of the file, by its number; who of us did what is no matter of the person, nor are the
 * fingerprints by which we find them, which nobody reads.
 */
async function readable(
  resource: typeof lead | typeof failedLead,
  rows: readonly Row[],
  context: Context,
): Promise<Row[]> {
  const named = await namedRows(resource, rows, context, [lead.name, 'users'])
  const isOurs = (name: string) => fieldOf(resource, name)?.options.readBy === nobody
  return named.map(({ user: _user, version: _version, ...row }) => ({
    ...Object.fromEntries(Object.entries(row).filter(([name]) => !isOurs(name))),
    // Why it failed is kept for readers of many languages.
    ...(typeof row['reason'] === 'string' && { reason: renderMessage(row['reason']) }),
  }))
}

/** What stood beside a row for its whole file has the names of a lead's fields. */
async function readableFailed(rows: readonly Row[], context: Context): Promise<Row[]> {
  const named = await readable(failedLead, rows, context)
  const settings = await readable(
    lead,
    rows.map((row) => Object(row['settings']) as Row),
    context,
  )
  return named.map((row, at) => ({
    ...row,
    ...('settings' in row && { settings: settings[at] }),
  }))
}

async function historyInWords(
  leads: readonly number[],
  failed: readonly number[],
  context: Context,
) {
  const told = [
    ...(await inWords(lead, leads, context)),
    ...(await inWords(failedLead, failed, context)),
  ]
  return told.toSorted((one, other) => (String(one['at']) < String(other['at']) ? -1 : 1))
}

async function inWords(
  resource: typeof lead | typeof failedLead,
  ids: readonly number[],
  context: Context,
): Promise<Row[]> {
  const told: Row[] = []
  for await (const rows of historyOf(resource.name, ids, context.sql)) {
    const sides = (side: 'before' | 'after') =>
      readable(
        resource,
        rows.map((row) => Object(row[side]) as Row),
        context,
      )
    const [before, after] = [await sides('before'), await sides('after')]
    rows.forEach((row, at) =>
      told.push({
        ...row,
        ...('before' in row && { before: before[at] }),
        ...('after' in row && { after: after[at] }),
      }),
    )
  }
  return told
}

/** A line for each value: where it stands, its name, the value. */
function csvOf(data: Readonly<Record<string, readonly Row[]>>): string {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const lines = Object.entries(data).flatMap(([kind, rows]) =>
    rows.flatMap((row, at) =>
      Object.entries(row).map(([name, value]) => [kind, at + 1, name, text(value)]),
    ),
  )
  return csvFile([['kind', 'number', 'field', 'value'], ...lines])
}
