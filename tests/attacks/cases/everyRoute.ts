import { sql } from 'kysely'

import {
  actionEnd,
  countedFields,
  kindOf,
  targetOf,
  type ActionDeclaration,
  type Field,
  type Fields,
  type KindName,
  type Resource,
} from '#schema'

import { business } from '../../../resources/index.server.ts'
import { sendAttempt } from '../../../resources/sending/send/sendAttempt.ts'
import { addDepartment } from '../../fixtures/sending/sending.ts'
import { samples } from '../../fixtures/kinds.ts'
import { notify } from '../../../src/server/notifications/notify.ts'
import type { Client, TestServer } from '../../fixtures/server.ts'
import { metadata } from '../../fixtures/files/upload.ts'
import { takeIn } from './importRoutes.ts'
import { actsOfSending, integrationBody, ofSending } from './sendingRoutes.ts'
import { ended } from './office.ts'
import type { Answers } from './answers.ts'

type Row = Record<string, any>

/** A record's life by every route that is derived from its declaration. */
export async function liveThrough(resource: Resource, answers: Answers): Promise<void> {
  const { data, has } = answers
  const at = `/${resource.api}`
  // What is kept as a secret cannot be taken back.
  const changes = async () => {
    const { password: _, ...values } = await valuesOf(resource.fields, answers, resource.name)
    if (resource.name === 'integration_secrets') delete values['value']
    // An entry stays what it is.
    return resource.name === 'black_list' ? { reason: values['reason'] } : values
  }
  const change = async (id: number) => data(`PUT ${at}/{id}`, { id, body: await changes() })
  const body = ({ id, version }: Row) => ({ ids: [id], versions: [version] })

  if (has(`PUT ${at}/{id}`) && !ofSending.has(resource.name)) {
    const { id } = await make(resource, answers)
    const { version } = await change(id)
    await data(`POST ${at}/{id}/undo`, { id, body: { version } })
    const changed = await change(id)
    const [entry] = await data(`GET ${at}/{id}/timeline`, { id })
    await data(`POST ${at}/{id}/revert`, {
      id,
      body: { entry: entry.id, version: changed.version },
    })
    const values = await changes()
    const { records } = await data(`POST ${at}/bulk/update`, { body: { ids: [id], values } })
    await data(`POST ${at}/bulk/undo`, { body: body(records[0]) })
    await actOn(resource, id, answers)
    if (!resource.operations.includes('delete')) return
    const deleted = await data(`DELETE ${at}/{id}`, { id })
    if (has(`POST ${at}/{id}/restore`)) {
      await data(`POST ${at}/{id}/restore`, { id, body: { version: deleted.version } })
    }
    const { id: other } = await make(resource, answers)
    const gone = await data(`POST ${at}/bulk/delete`, { body: { ids: [other] } })
    if (has(`POST ${at}/bulk/restore`)) {
      await data(`POST ${at}/bulk/restore`, { body: body(gone.records[0]) })
    }
    await make(resource, answers)
    await beginMerge(resource, answers)
  }
}

/** Begins to merge one record into another, and gives its place in the queue back. */
async function beginMerge(resource: Resource, answers: Answers): Promise<void> {
  const { data, has } = answers
  const at = `/${resource.api}/{id}/merge`
  if (!has(`POST ${at}`)) return
  const [{ id }, { id: into }] = [await make(resource, answers), await make(resource, answers)]
  await data(`GET ${at}`, { id, query: `into=${into}` })
  const { job_id } = await data(`POST ${at}`, { id, body: { into } })
  await data('POST /profile/job/{id}/cancel', { id: job_id })
}

/** Begins an export, and gives its place in the queue back. */
export async function beginExport({ api }: Resource, { data, has }: Answers): Promise<void> {
  if (!has(`POST /${api}/export`)) return
  const { job_id } = await data(`POST /${api}/export`, { body: {} })
  await data('POST /profile/job/{id}/cancel', { id: job_id })
}

/** What reads the records of a resource, of which there are some by now. */
export async function read(resource: Resource, answers: Answers): Promise<void> {
  const { data, has } = answers
  const at = `/${resource.api}`
  // What no screen lists has no such route.
  if (!resource.operations.includes('list')) return
  for (const of of has(`POST ${at}/values/search`) ? countedFields(resource) : []) {
    await data(`POST ${at}/values/search`, { query: `of=${of}`, body: {} })
  }
  const [found] = await listed(resource, answers)
  if (!found) return
  if (has(`GET ${at}/{id}`)) await data(`GET ${at}/{id}`, { id: found.id })
  if (has(`GET ${at}/{id}/timeline`)) await data(`GET ${at}/{id}/timeline`, { id: found.id })
  if (has(`POST ${at}/arrange`)) {
    const all: Row[] = await data(`POST ${at}/search`, { body: { per_page: 200 } })
    const body = { ids: all.map(({ id }) => id), versions: all.map(({ version }) => version) }
    await data(`POST ${at}/arrange`, { body })
  }
}

/** Its records, or those of the first record that has any. */
async function listed({ api, listedBy, fields }: Resource, { data, has }: Answers): Promise<Row[]> {
  const body = { per_page: 100 }
  if (!listedBy) return has(`POST /${api}/search`) ? data(`POST /${api}/search`, { body }) : []
  const home = business.resources.find(({ name }) => name === targetOf(fields[listedBy.by]))
  const path = `/${listedBy.path.replace(':id', '{id}')}`
  const homes = has(`POST ${path}`) && has(`POST /${home?.api}/search`)
  for (const { id } of homes ? await data(`POST /${home?.api}/search`, { body }) : []) {
    await data(`GET ${path}`, { id })
    const found: Row[] = await data(`POST ${path}`, { id, body })
    if (found.length > 0) return found
  }
  return []
}

async function make(resource: Resource, answers: Answers) {
  const { api, fields, name } = resource
  if (name === 'failed_leads') return refusedLead(answers)
  if (name === 'send_integrations') {
    return answers.data(`POST /${api}`, { body: await integrationBody(answers) })
  }
  return answers.data(`POST /${api}`, { body: await valuesOf(fields, answers, name) })
}

/** A failed lead is made by a lead that is refused. */
async function refusedLead(
  { call, data }: Answers,
  way: 'closed' | 'opened' | 'duplicate' = 'closed',
) {
  const isDuplicate = way === 'duplicate'
  const email = `refused${word((count += 1))}@example.com`
  const body = { name: `zz closed ${count}`, is_active: isDuplicate }
  const { id: source } = await data('POST /settings/source', { body })
  await call('POST /lead', { body: { source, email } })
  // Another lead of that person: the very same would be answered as at first.
  if (isDuplicate) await call('POST /lead', { body: { source, email, first_name: 'Again' } })
  if (way === 'opened') {
    await data('PUT /settings/source/{id}', { id: source, body: { is_active: true } })
  }
  const [found] = await data('GET /failed/lead/search', { query: `source=${source}` })
  return found
}

/** The actions on one record and on many. */
async function actOn(resource: Resource, first: number, answers: Answers) {
  const { api, actions = {} } = resource
  for (const [name, action] of Object.entries<ActionDeclaration>(actions)) {
    if (actsOfSending.has(`${resource.name}.${name}`)) continue
    const { input, on, deletes } = action
    const values = input && (await valuesOf(input, answers))
    const { contact } = values ?? {}
    // What is done about a person asks for one of whom something is kept.
    if (contact && 'email' in resource.fields) {
      const body = { ...(await valuesOf(resource.fields, answers, resource.name)), email: contact }
      await answers.data(`POST /${api}`, { body })
    }
    const id = await actedOn(resource, name, first, answers)
    const end = actionEnd(name, action)
    const address = on === 'list' ? `/${api}/${end}` : `/${api}/{id}/${end}`
    await answers.data(`POST ${address}`, { id, ...(values && { body: values }) })
    if (deletes) {
      const other = await make(resource, answers)
      await answers.data(`DELETE /${api}/{id}`, { id: other.id, ...(values && { body: values }) })
    }
    const line = `POST /${api}/bulk/${name}`
    if (answers.has(line)) await answers.data(line, { body: { ids: [id], values: values ?? {} } })
  }
}

/** The record of an action: one of its own where nothing else can be done with it before or after. */
async function actedOn(
  resource: Resource,
  action: string,
  first: number,
  answers: Answers,
): Promise<number> {
  // What is settled is settled.
  if (resource.name === 'failed_leads') {
    return (await refusedLead(answers, action === 'accept' ? 'duplicate' : 'opened')).id
  }
  // What is erased is erased.
  return action === 'erase' ? (await make(resource, answers)).id : first
}

let count = 0

/** Two letters that stand for no country and no language. */
const letters = (one: number) => `q${'bcdefghijklmnopqrstvwxyz'[one % 24]}`
const word = (one: number) => String(one).replaceAll(/\d/g, (digit) => 'abcdefghij'[+digit] ?? '')

/** What a field takes whose kind alone does not say it. */
const wanted: Readonly<Record<string, (one: number) => unknown>> = {
  password: () => 'seven green kettles sing',
  phone_prefix: () => '+44',
  card_digits: () => '4242',
  contact: (one) => `someone${one}@example.com`,
  field: () => 'funnel',
  change: () => 'set',
  opening_hours: () => [],
  spread: () => [{ label: 'A', weight: 10 }],
  // What is over when it is made is refused.
  'black_list.expires_at': () => '2090-01-31T14:30:00.000Z',
  // Nobody in person: what is done about people is not done about it.
  'leads.is_test': () => false,
  // Randomizing keeps what is there already.
  'leads.funnel': () => '',
  'leads.phone': (one) => `+447400${123_000 + one}`,
  'leads.alt_phone': (one) => `+447400${323_000 + one}`,
  'sources.own_duplicate_rule': () => false,
  'sources.allowed_countries': () => [],
  'sources.daily_cap': () => 1_000,
  'broker_departments.closed_dates': () => [],
  'broker_departments.caps': () => [],
  'broker_departments.required_fields': () => ['email'],
  'black_list.type': () => 'email',
  'black_list.value': (one) => `${word(one)}@example.com`,
  ip: () => '192.0.2.1',
  consent_ip: () => '192.0.2.1',
  timezone: () => 'Europe/Berlin',
  per_page: () => 25,
  weight: () => 50,
  'source_random_status_rows.status': (one) => 2 + (one % 9),
  guard_name: () => 'api',
  name: (one) => `thing.${word(one)}`,
  code: letters,
  iso_3166_2: (one) => letters(one).toUpperCase(),
  iso_3166_3: (one) => `${letters(one)}x`.toUpperCase(),
  currency_code: () => 'EUR',
  calling_code: () => '49',
  region_code: () => '150',
  sub_region_code: () => '155',
  key: word,
  'users.locale': () => 'en',
  'localizations.group': () => 'open',
  is_default: () => false,
  rows: () => [{ status: 1, weight: 1 }],
  resource: () => 'leads',
  settings: () => ({}),
}

/** A value for each field that a form could fill in, others each time. */
async function valuesOf(fields: Fields, answers: Answers, resource = ''): Promise<Row> {
  count += 1
  const given = Object.entries<Field>(fields).filter(([, { options }]) => !options.computed)
  const values = given.map(async ([name, field]): Promise<[string, unknown]> => [
    name,
    (wanted[`${resource}.${name}`] ?? wanted[name])?.(count) ?? (await valueOf(field, answers)),
  ])
  return Object.fromEntries(await Promise.all(values))
}

async function valueOf(field: Field, answers: Answers): Promise<unknown> {
  if ('target' in field) {
    const { data } = answers
    const target = business.resources.find(({ name }) => name === field.target)
    if (!target) throw new Error(`no resource for ${field.kind}`)
    const [one] = await data(`GET /${target.api}/search`, { query: 'per_page=1' })
    const found = one ?? (await make(target, answers))
    return field.kind === 'references' ? [found.id] : found.id
  }
  if (field.kind === 'text') return `Text ${count}`
  if (field.kind === 'integer') return count
  if (field.kind === 'email') return `somebody${count}@example.com`
  const choices = kindOf(field).choices?.(field)
  if (choices) return Object.keys(choices)[0]
  return samples[field.kind as KindName].values[0]?.[0]
}

/** The routes that no declaration makes. */
export async function callTheRest(server: TestServer, answers: Answers, me: Client): Promise<void> {
  const { backend } = server
  const { data, call } = answers
  const { sql: database } = backend.database
  const stateIs = (id: number, state: string) =>
    sql`update jobs set state = ${state} where id = ${id}`.execute(database)

  await data('GET /localizations/{lng}', { id: 'en' })
  await data('POST /search', { body: { text: 'text' } })
  const [role] = await data('GET /management/role/search', { query: 'sort=-id' })
  await data('GET /management/role/{id}/why', {
    id: role.id,
    query: 'resource=leads&operation=edit&record=1',
  })
  await data('GET /management/user/{id}/why', {
    id: 1,
    query: 'resource=leads&operation=edit&record=1',
  })
  await data('GET /management/role/{id}/permissions', { id: role.id })
  await data('PUT /management/role/{id}/permissions', { id: role.id, body: { permissions: [1] } })
  const { id: somebody } = await server.user(['hide.non_privileged'])
  const [signIn] = await data('GET /management/user/{id}/sessions', { id: somebody })
  await data('POST /management/session/{id}/end', { id: signIn.id })
  await data('POST /management/user/{id}/deactivate', { id: somebody })
  await data('POST /management/user/{id}/activate', { id: somebody })

  const [lead] = await data('GET /lead/search')
  await data('GET /lead/{id}/privacy', { id: lead.id })
  await data('POST /lead/{id}/reveal', { id: lead.id, body: { field: 'email' } })
  await data('POST /lead/{id}/reveal', { id: lead.id, body: {} })
  await data('POST /lead/reveal', { body: { ids: [lead.id] } })
  const [failed] = await data('GET /failed/lead/search')
  await data('POST /failed/lead/{id}/reveal', { id: failed.id, body: { field: 'email' } })
  await data('POST /failed/lead/reveal', { body: { ids: [failed.id] } })
  const [sent] = await data('GET /lead/history/search')
  await data('POST /lead/history/{id}/reveal', { id: sent.id, body: { field: 'api_lead_id' } })
  await data('POST /lead/history/reveal', { body: { ids: [sent.id] } })
  const [attempt] = await listed(sendAttempt, answers)
  if (!attempt) throw new Error('there is no attempt')
  await data('POST /lead/history/attempt/{id}/reveal', { id: attempt.id, body: {} })
  await data('POST /lead/history/attempt/reveal', { body: { ids: [attempt.id] } })

  const [view] = await data('GET /profile/view/search')
  await data('POST /profile/view/{id}/share', { id: view.id, body: { visibility: 'all' } })

  for (const id of ['density', 'theme']) {
    await data('PUT /profile/preferences/{key}', { id, body: { value: { a: 1 } } })
  }
  await data('GET /profile/preferences')
  await data('DELETE /profile/preferences/{key}', { id: 'theme' })

  const { job_id: id } = await data('POST /lead/export', { body: {} })
  await data('POST /profile/job/{id}/pause', { id })
  await data('POST /profile/job/{id}/resume', { id })
  await data('POST /profile/job/{id}/cancel', { id })
  await stateIs(id, 'failed')
  await data('POST /profile/job/{id}/retry', { id })
  await backend.jobs.work()
  const source = await data('POST /settings/source', { body: { name: 'Files' } })
  const broker = await data('POST /broker', { body: { name: 'Of files' } })
  const to = await addDepartment(backend.database, broker.id, 'https://broker.example.com')
  await takeIn(server, answers, me, {
    at: '/lead',
    purpose: 'import:leads',
    text: 'email,first_name\nnew@example.com,New\nbad,Bad\n',
    mapping: ['email', 'first_name'],
    settings: { source: source.id },
    follow: { name: 'send', body: { values: { departments: [to] } } },
  })
  await takeIn(server, answers, me, {
    at: '/lead/black_list',
    purpose: 'import:black_list',
    text: 'email\nlisted@example.com\nbad\n',
    mapping: ['value'],
    settings: { type: 'email', scope: 'all', reason: 'They asked for it' },
  })
  await takeIn(server, answers, me, {
    at: '/settings/localization',
    purpose: 'import:localizations',
    text: 'group,key,locale,value\nconsole,cancel,en,Back\nconsole,no_such_text,en,Bad\n',
    mapping: ['group', 'key', 'locale', 'value'],
    settings: {},
  })
  await data('POST /lead/black_list/count', { body: { type: 'email', value: 'new@example.com' } })
  const [entry] = await data('GET /lead/black_list/search')
  await data('GET /lead/black_list/{id}', { id: entry.id })
  await data('POST /lead/tabs/search', { body: {} })
  for (const at of ['/lead/status/setting', '/lead/status/map']) {
    const [{ id: rule }] = await data(`GET ${at}/search`)
    const { count: expected_count } = await data(`GET ${at}/{id}/apply`, { id: rule })
    const body = { expected_count }
    const applied = await data(`POST ${at}/{id}/apply`, { id: rule, body })
    await ended(server, applied.job_id)
  }
  const jobs: Row[] = await data('GET /profile/job/search')
  const exported = jobs.find((one) => one['result_file'])
  await data('GET /profile/job/{id}/download/{kind}', { id: exported?.['id'], kind: 'result' })

  const headers = { 'tus-resumable': '1.0.0' }
  const begun = await call('POST /files', {
    headers: {
      ...headers,
      'upload-length': '3',
      'upload-metadata': metadata({ filename: 'a.csv', purpose: 'import:leads' }),
    },
  })
  const file = String(begun.headers['location']).split('/').at(-1)
  await data('GET /files')
  await data('HEAD /files/{id}', { id: file, headers })
  const media = { 'content-type': 'application/offset+octet-stream' }
  await data('PATCH /files/{id}', {
    id: file,
    headers: { ...headers, ...media, 'upload-offset': '0' },
    body: Buffer.from('a,b'),
  })
  await data('DELETE /files/{id}', { id: file, headers })

  await database.transaction().execute(async (transaction) => {
    const to = [me.id]
    for (const event of ['one', 'two', 'three']) {
      await notify(transaction, { event, title: 'Tea', message: 'Is ready', to })
    }
  })
  const [message, other] = await data('GET /profile/notification/search')
  await data('GET /profile')
  const quiet = { id: message.event, body: { is_quiet: true } }
  await data('PUT /profile/notification/kinds/{event}', quiet)
  await data('POST /profile/notification/{id}/read', { id: message.id })
  await data('POST /profile/notification/read/all')
  await data('DELETE /profile/notification/{id}', { id: message.id })
  await data('POST /profile/notification/bulk/delete', { body: { ids: [other.id] } })
}

/** The first administrator from the setup to the end of the session. */
export async function signInAndOut({ anonymous }: TestServer, { data }: Answers): Promise<void> {
  const { email, password } = administrator
  const signIn = async (given = password) =>
    (await anonymous.post('/login', { email, password: given })).body.data.access_token
  let token = await signIn()
  await data('POST /login', { body: { email, password } })
  await data('PUT /profile', { token, body: { name: 'First Administrator' } })
  await data('PUT /profile/settings', { token, body: { per_page: 50 } })
  await data('POST /profile/confirm', { token, body: { password } })
  await data('POST /profile/device', { token, body: {} })
  await data('DELETE /profile/sessions', { token })
  const current_password = password
  await data('PUT /profile/email', { token, body: { email, current_password } })
  const new_password = `${password} again`
  await data('PUT /profile/password', { token, body: { current_password, new_password } })
  token = await signIn(new_password)
  await data('DELETE /logout', { token })
}

export const administrator = {
  name: 'First One',
  email: 'first@example.com',
  password: 'seven green kettles sing',
}
