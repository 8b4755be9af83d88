import { expect, test } from 'vitest'

import { createSending } from '../../../fixtures/sending/sending.ts'

test('a test call without a test lead makes one, of a source that rests too, and says when there is no source', async () => {
  const sending = await createSending()
  try {
    const admin = await sending.server.as('Administrator')
    await sending.department('success')
    const [{ id }] = await sending.query('select id from send_integrations')
    const call = () => admin.post(`/send/integration/${id}/test`, {})
    await sending.query('delete from sources')
    const refused = await call()
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([409, ['source']])
    const source = await admin.make('/settings/source', { name: 'At rest', is_active: false })
    const { status, body } = await call()
    expect([status, body.data?.outcome.outcome]).toEqual([200, 'success'])
    expect(await sending.query('select source, is_test from leads')).toEqual([
      { source, is_test: true },
    ])
  } finally {
    await sending.close()
  }
}, 60_000)
