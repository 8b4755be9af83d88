import { sql } from 'kysely'

import { importContract as contract, type ImportTemplate } from '#contract'
import type { Resource } from '#schema'

import type { Api } from '../kernel/behavior/serverParts.ts'
import type { Backend } from '../kernel/backend.ts'
import { inTransaction } from '../database/connection.ts'
import { idPath } from '../records/idPath.ts'
import { columnLabels } from './columnLabels.ts'
import { conflict, invalid, notFound } from '../kernel/errors.ts'
import { assertStorable } from '../records/write/validation/forbiddenText.ts'
import { msg } from '../../texts/serverMsg.ts'

/** Most names of one person for one resource. */
const templatesLimit = 100

/** How a person has files taken in, kept under names; each has their own. */
export function templateRoutes(app: Api, backend: Backend, resource: Resource): void {
  const { database, business } = backend
  const config = { access: { resource, operation: 'import' } } as const
  const path = `/${resource.api}/import/template`
  const onePath = `${path}/${idPath}`
  const { sql: connection } = database

  app.get(path, { schema: contract.templates(resource), config }, async ({ user }) => {
    const { rows } = await sql<ImportTemplate & { content: object }>`
      select id, name, content from import_templates
      where user_id = ${user.id} and resource = ${resource.name} order by lower(name), id
    `.execute(connection)
    // Those that were kept when no file could say it are without it.
    const usual = { duplicates: 'usual' } as const
    const data = rows.map(({ content, ...row }) => ({ ...usual, ...content, ...row }))
    return { data, columns: await columnLabels(resource, backend) }
  })

  app.post(path, { schema: contract.keepTemplate(resource), config }, async ({ user, body }) => {
    assertStorable(business, body)
    const { name, ...content } = body
    const { rows } = await sql<{ id: number }>`
      insert into import_templates (user_id, resource, name, content)
      select ${user.id}, ${resource.name}, ${name}, ${JSON.stringify(content)}::jsonb
      where (select count(*) from import_templates
        where user_id = ${user.id} and resource = ${resource.name} and name <> ${name}) < ${templatesLimit}
      on conflict (user_id, resource, name) do update
        set content = excluded.content, updated_at = now()
      returning id`.execute(connection)
    if (!rows[0]) throw conflict(msg('too_many_templates', { max: templatesLimit }))
    return { message: msg('the_mapping_is_kept'), data: { id: rows[0].id } }
  })

  app.put(onePath, { schema: contract.changeTemplate(resource), config }, async (request) => {
    const { user, params, body } = request
    const { id } = params
    assertStorable(business, body)
    const { name, ...content } = body
    await inTransaction(database, async (transaction) => {
      const { rows: own } = await sql<{ id: number; name: string }>`
        select id, name from import_templates
        where user_id = ${user.id} and resource = ${resource.name} order by id for update
      `.execute(transaction)
      if (!own.some((one) => one.id === id)) throw notFound()
      const isTaken = own.some((one) => one.id !== id && one.name === name)
      if (isTaken) throw invalid({ name: [msg('this_value_is_already_taken')] })
      await sql`
        update import_templates
        set name = ${name}, content = ${JSON.stringify(content)}::jsonb, updated_at = now()
        where id = ${id}`.execute(transaction)
    })
    return { message: msg('the_mapping_is_kept'), data: { id } }
  })

  app.delete(onePath, { schema: contract.dropTemplate(resource), config }, async (request) => {
    const { id } = request.params
    const { numAffectedRows } = await sql`
      delete from import_templates
      where id = ${id} and user_id = ${request.user.id} and resource = ${resource.name}
    `.execute(connection)
    if (numAffectedRows !== 1n) throw notFound()
    return { message: msg('the_mapping_is_forgotten'), data: { id } }
  })
}
