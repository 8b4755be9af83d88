import type { Client, TestServer } from '../../fixtures/server.ts'
import { upload } from '../../fixtures/files/upload.ts'
import type { Answers } from './answers.ts'
import { ended } from './office.ts'

interface Way {
  /** Where the resource stands below `/api`. */
  at: string
  purpose: string
  /** A file of two rows, of which one is refused. */
  text: string
  mapping: readonly (string | null)[]
  settings: object
  /** What may follow, and what is asked for then. */
  follow?: { readonly name: string; readonly body: object }
}

/** Everything that can be done with a file on its way in. */
export async function takeIn(server: TestServer, answers: Answers, me: Client, way: Way) {
  const { data, has } = answers
  const { at, mapping, settings } = way
  const body = { name: 'Weekly', columns: { email: 'email' } }
  const { id: template } = await data(`POST ${at}/import/template`, { body })
  await data(`GET ${at}/import/template`)
  await data(`PUT ${at}/import/template/{id}`, { id: template, body })
  await data(`DELETE ${at}/import/template/{id}`, { id: template })

  const given = async (text: string) => ({
    upload_id: await upload(server.app, me, text, { purpose: way.purpose }),
    mapping,
    settings,
  })
  const file = await given(way.text)
  await data(`POST ${at}/import/preview`, { body: { upload_id: file.upload_id } })
  await data(`GET ${at}/import/upload/{id}`, { id: file.upload_id })
  const checked = await data(`POST ${at}/import`, { body: { ...file, check: true } })
  await ended(server, checked.job_id)
  const { id } = checked
  await ended(server, (await data(`POST ${at}/import/{id}/check`, { id })).job_id)
  await ended(server, (await data(`POST ${at}/import/{id}/start`, { id })).job_id)
  await data(`GET ${at}/import/{id}`, { id })
  await data(`GET ${at}/import/{id}/report`, { id })
  if (has(`POST ${at}/import/{id}/undo`)) {
    await ended(server, (await data(`POST ${at}/import/{id}/undo`, { id })).job_id)
  }
  const other = await data(`POST ${at}/import`, {
    body: { ...(await given(`${way.text}\n`)), check: true },
  })
  await data(`POST ${at}/import/{id}/cancel`, { id: other.id })
  if (!way.follow) return
  const { name, body: asked } = way.follow
  const last = await data(`POST ${at}/import`, {
    body: { ...(await given(`${way.text}\n\n`)), check: true },
  })
  await ended(server, last.job_id)
  await ended(
    server,
    (await data(`POST ${at}/import/{id}/${name}`, { id: last.id, body: asked })).job_id,
  )
}
