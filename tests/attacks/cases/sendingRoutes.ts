import { sql } from 'kysely'

import type { TestServer } from '../../fixtures/server.ts'
import type { Answers } from './answers.ts'

/** Resources whose records begin, and whose acts go, otherwise than a form says. */
export const ofSending: ReadonlySet<string> = new Set([
  'sends',
  'send_integrations',
  'retention_rules',
])

/** Acts that ask for a state which nothing but sending makes. */
export const actsOfSending: ReadonlySet<string> = new Set([
  'leads.ftd',
  'leads.cancel_ftd',
  'broker_departments.resume',
])

let count = 0

/** What the form of an integration must say at least. */
export async function integrationBody({ data }: Answers, more: object = {}) {
  count += 1
  const broker_id = (await data('POST /broker', { body: { name: `Broker ${count}` } })).id
  const department = await data('POST /broker/department', {
    body: { branch_name: `Desk ${count}`, broker_id },
  })
  return {
    name: `Integration ${count}`,
    department: department.id,
    url: 'https://broker.example.com/leads',
    mapping: [{ target: 'email', kind: 'field', value: 'email' }],
    rules: [{ look_at: 'json', path: 'ok', test: 'true', outcome: 'success' }],
    ...more,
  }
}

/** Everything that can be done with integrations, departments and sends. */
export async function callSending({ backend }: TestServer, answers: Answers): Promise<void> {
  const { data, call } = answers
  const { sql: database } = backend.database
  const at = '/send/integration'
  const body = await integrationBody(answers, {
    pull_mode: 'window',
    pull_method: 'GET',
    pull_url: 'https://broker.example.com/statuses',
    pull_date_format: 'yyyy-MM-dd',
    pull_rows_path: 'rows',
    pull_id_paths: ['id'],
    pull_status_paths: ['status'],
    postback_id: 'id',
  })
  const made = await data(`POST ${at}`, { body })
  const { id } = made
  const changed = await data(`PUT ${at}/{id}`, { id, body: { note: 'By hand' } })
  const undone = await data(`POST ${at}/{id}/undo`, { id, body: { version: changed.version } })
  const again = await data(`PUT ${at}/{id}`, {
    id,
    body: { note: 'Once more', version: undone.version },
  })
  const [entry] = await data(`GET ${at}/{id}/timeline`, { id })
  await data(`POST ${at}/{id}/revert`, { id, body: { entry: entry.id, version: again.version } })
  const bulk = await data(`POST ${at}/bulk/update`, {
    body: { ids: [id], values: { contact: 'Ada' } },
  })
  await data(`POST ${at}/bulk/undo`, {
    body: { ids: [id], versions: [bulk.records[0].version] },
  })
  await data(`GET ${at}/template/all`)
  await data(`GET ${at}/health/all`)
  await data(`GET ${at}/{id}/health`, { id })
  await data(`POST ${at}/preview`, { body: { values: body } })
  await data(`POST ${at}/{id}/preview`, { id, body: {} })
  await data(`POST ${at}/{id}/test`, { id, body: {} })
  await data(`POST ${at}/{id}/rollback/{number}`, { id, number: 1, body: {} })
  await data(`POST ${at}/{id}/copy`, { id, body: { name: 'A copy' } })
  await call(`POST ${at}/{id}/save_as_file`, { id })
  const stateIs = (state: string) =>
    sql`
    update send_integrations set state = ${state}, tested_at = now() where id = ${id}`.execute(
      database,
    )
  await stateIs('tested')
  await data(`POST ${at}/{id}/activate`, { id })
  await data(`POST ${at}/{id}/sync`, { id })
  await data(`POST ${at}/{id}/pause`, { id, body: { reason: 'For now' } })
  await data(`POST ${at}/bulk/activate`, { body: { ids: [id], values: {} } })
  await data(`POST ${at}/bulk/pause`, { body: { ids: [id], values: { reason: 'For now' } } })
  await stateIs('active')
  await callSends(answers, body.department, database)
  await sql`update send_integrations set postback_key = ${'k'.repeat(40)} where id = ${id}`.execute(
    database,
  )
  for (const method of ['GET', 'POST']) {
    await call(`${method} /partner/postback/{key}`, { id: 'k'.repeat(40), query: 'id=1' })
  }
  await data(`POST ${at}/{id}/new_postback_key`, { id })
  await data(`POST ${at}/{id}/archive`, { id })
  await data(`POST ${at}/bulk/archive`, { body: { ids: [id], values: {} } })
  const other = await data(`POST ${at}`, { body: await integrationBody(answers) })
  await data(`DELETE ${at}/{id}`, { id: other.id })
}

async function callSends(
  { data }: Answers,
  department: number,
  database: TestServer['backend']['database']['sql'],
): Promise<void> {
  const source = await data('POST /settings/source', { body: { name: 'Sending' } })
  const lead = async () => {
    count += 1
    const body = { source: source.id, email: `sending${count}@example.com` }
    return (await data('POST /lead', { body })).id
  }
  const values = { departments: [department] }
  const wanted = { ids: [await lead()], values }
  const { count: expected_count, confirm_token } = await data('POST /lead/send/preview', {
    body: wanted,
  })
  await data('POST /lead/send', { body: { ...wanted, expected_count, confirm_token } })

  const sendIn = async (state: string) => {
    const { rows } = await sql<{ id: number }>`
      insert into sends (uuid, lead, department, broker, state, send_key)
      select ${`uuid ${(count += 1)}`}, ${await lead()}::bigint, d.id, d.broker_id, ${state}, ${`key ${count}`}
      from broker_departments d where d.id = ${department} returning id`.execute(database)
    return rows[0]?.id
  }
  const at = '/lead/history'
  const reason = 'Told by telephone'
  const acts: [string, string, object?][] = [
    ['retry', 'failed'],
    ['cancel', 'waiting'],
    ['return', 'sent', { reason: 'wrong_number' }],
    ['resolve', 'unknown', { outcome: 'leave' }],
    ['sync', 'sent'],
    ['ftd', 'sent', { date: new Date().toISOString(), reason }],
  ]
  for (const [act, state, body] of acts) {
    const id = await sendIn(state)
    await data(`POST ${at}/{id}/${act}`, { id, ...(body && { body }) })
    if (act === 'ftd') await data(`POST ${at}/{id}/cancel_ftd`, { id, body: { reason } })
    const line = `POST ${at}/bulk/${act}`
    const many = { ids: [await sendIn(state)] }
    if (act === 'retry') await data(`${line}/preview`, { body: many })
    await data(line, { body: { ...many, values: body ?? {} } })
  }
  const sent = await lead()
  await sql`
    insert into sends (uuid, lead, department, broker, state, sent_at, send_key)
    select 'of ftd', ${sent}, d.id, d.broker_id, 'sent', now(), 'of ftd' from broker_departments d
    where d.id = ${department}`.execute(database)
  await sql`update leads set accepted_count = 1, stage = 'sent' where id = ${sent}`.execute(
    database,
  )
  await data('POST /lead/{id}/ftd', {
    id: sent,
    body: { date: new Date().toISOString(), reason },
  })
  await data('POST /lead/{id}/cancel_ftd', { id: sent, body: { reason } })
  await data('POST /broker/department/{id}/pause', { id: department, body: { reason } })
  await data('POST /broker/department/{id}/resume', { id: department })
  await data('POST /broker/department/bulk/resume', { body: { ids: [department], values: {} } })
  await data('POST /broker/department/{id}/copy', { id: department, body: { branch_name: 'Copy' } })
  await data('GET /broker/department/{id}/statuses', { id: department })
  const period = 'from=2026-11-01&to=2026-11-20&by=department'
  await data('GET /broker/department/ftd/statistics', { query: period })
  await data('GET /broker/department/{id}/ftd/statistics', { id: department, query: period })
  await data('GET /broker/department/ftd/statistics/export', {
    query: `${period}&columns=offered,ftds&delimiter=;&bom=false`,
  })
  await data('POST /lead/{id}/comment', { id: sent, body: { text: 'Called back' } })
  await changeRetention({ data })
}

async function changeRetention({ data }: Pick<Answers, 'data'>): Promise<void> {
  const at = '/lead/retention'
  const [{ id }] = await data(`GET ${at}/search`)
  const changed = await data(`PUT ${at}/{id}`, { id, body: { term: 800 } })
  await data(`POST ${at}/{id}/undo`, { id, body: { version: changed.version } })
  const again = await data(`PUT ${at}/{id}`, { id, body: { term: 810 } })
  const [entry] = await data(`GET ${at}/{id}/timeline`, { id })
  await data(`POST ${at}/{id}/revert`, { id, body: { entry: entry.id, version: again.version } })
  const values = { term: 820 }
  const { records } = await data(`POST ${at}/bulk/update`, { body: { ids: [id], values } })
  await data(`POST ${at}/bulk/undo`, { body: { ids: [id], versions: [records[0].version] } })
}
