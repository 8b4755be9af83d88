import { sql } from 'kysely'

import type { TestServer } from '../../fixtures/server.ts'
import type { Answers } from './answers.ts'

/** Everything that a partner may call, and the tokens with which it does. */
export async function callPartner({ backend }: TestServer, { data, call }: Answers): Promise<void> {
  const broker_id = (await data('POST /broker', { body: { name: 'Calling' } })).id
  const default_source = (await data('POST /settings/source', { body: { name: 'Calling' } })).id
  const values = { branch_name: 'Calling', broker_id, auth_type: 'token', send_a_lot: true }
  const { id } = await data('POST /broker/department', {
    body: { ...values, allowed_ips: ['127.0.0.1'], is_sender: true, default_source },
  })
  await data('POST /broker/department/{id}/token', { id })
  const { api_token: token } = await data('POST /broker/department/{id}/replace_token', { id })
  const lead = await data('POST /partner/lead', { token, body: { email: 'calling@example.com' } })
  const bulk = [{ email: 'calling2@example.com' }, { email: 'no' }]
  await data('POST /partner/lead/bulk', { token, body: bulk })
  await data('GET /partner/lead/{id}', { token, id: lead.id })
  await data('GET /partner/lead/search', { token, query: 'date=status' })
  await call('POST /partner/lead', { token, body: { email: 'no' } })
  await sql`
    insert into sends (uuid, lead, department, broker, state, sent_at, send_key)
    values ('to partner', ${lead.id}, ${id}, ${broker_id}, 'sent', now(), 'to partner')`.execute(
    backend.database.sql,
  )
  const rows = [{ id: lead.id, status: 'New' }, { id: 0, status: 'New' }, { id: 'no' }]
  await data('POST /partner/lead/status', { token, body: rows })
  await data('GET /partner/docs', { token })
  await data('GET /broker/department/{id}/api', { id })
  await data('POST /partner/lead/{id}/return', {
    token,
    id: lead.id,
    body: { reason: 'no_request' },
  })
}
