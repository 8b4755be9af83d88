import { sql } from 'kysely'

import {
  auditTexts,
  presentAuditEntry,
  recordAudit,
  termsNow,
  type Behavior,
  type Context,
  type Sql,
} from '#server'

import type { auditEntryOf } from './auditEntry.ts'

export const auditEntryBehavior: Behavior<ReturnType<typeof auditEntryOf>> = {
  present: presentAuditEntry,
  textsInFiles: auditTexts,
  schedules: {
    partitions: { every: 360, run: ({ sql: database }) => addPartitions(database), asOwner: true },
    'lines that are too old': { at: '03:10', run: forgetOldLines },
  },
}

/** Lines that go in one night at most: the embedded database does nothing else meanwhile. */
const maxLines = { embedded: 20_000, postgres: 500_000 }

async function forgetOldLines({ sql: database, backend }: Context): Promise<void> {
  const { audit_log: minutes } = await termsNow(backend, database)
  if (minutes === null) return
  const days = Math.ceil(minutes / 1_440)
  const { rows } = await sql<{ lines: number }>`
    select forget_old_lines(${days}, ${maxLines[backend.database.kind]}) as lines`.execute(database)
  const lines = rows[0]?.lines ?? 0
  await sql`select drop_empty_months()`.execute(database)
  if (lines > 0) await recordAudit(database, { action: 'forget_lines', detail: { lines, days } })
}

const monthsAhead = 3

/** Partitions of the audit log for this month and the next ones. */
async function addPartitions(database: Sql): Promise<void> {
  const { rows } = await sql<{ name: string; first: string; next: string; has_rows: boolean }>`
    select to_char(month, '"audit_log_"YYYY_MM') as name, month::date as first,
      (month + interval '1 month')::date as next, exists (
        select 1 from audit_log_rest where at >= month and at < month + interval '1 month'
      ) as has_rows
    from generate_series(
      date_trunc('month', now()), now() + ${monthsAhead} * interval '1 month', interval '1 month'
    ) as month`.execute(database)
  for (const { name, first, next, has_rows } of rows) {
    // Rows that the default partition took already cannot be moved without a lock on everything.
    if (has_rows) continue
    await sql`
      create table if not exists ${sql.table(name)} partition of audit_log
      for values from (${sql.lit(first)}) to (${sql.lit(next)})`.execute(database)
  }
  await guardPartitions(database)
  await keepInsertOnly(database)
}

/** Triggers for rows come with the table that a partition is part of, those for statements do not. */
async function guardPartitions(database: Sql): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class c on c.oid = inhrelid
    where inhparent = 'audit_log'::regclass and not exists (
      select from pg_trigger where tgrelid = c.oid and tgname = 'audit_log_no_truncate'
    )`.execute(database)
  for (const { name } of rows) {
    await sql`
      create trigger audit_log_no_truncate before truncate on ${sql.table(name)}
      for each statement execute function audit_log_is_insert_only()`.execute(database)
  }
}

/** Grants on all tables give other roles more of the log than they need: they read it and lengthen it. */
async function keepInsertOnly(database: Sql): Promise<void> {
  const { rows } = await sql<{ name: string; role: string }>`
    select distinct c.relname as name, r.rolname as role
    from pg_class c cross join aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where (c.oid = 'audit_log'::regclass
        or c.oid in (select inhrelid from pg_inherits where inhparent = 'audit_log'::regclass))
      and a.privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE') and a.grantee <> c.relowner`.execute(
    database,
  )
  for (const { name, role } of rows) {
    await sql`revoke update, delete, truncate on ${sql.table(name)} from ${sql.id(role)}`.execute(
      database,
    )
  }
}
