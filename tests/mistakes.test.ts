import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  both,
  can,
  count,
  defineResource,
  defineResources,
  either,
  field,
  from,
  lacks,
  own,
  related,
  type Resource,
} from '#schema'
import type { Business } from '#server'
import { systemResources } from '#system'
import { systemBehaviors } from '#system/server'

import { requireTables } from '../src/server/database/migration/compareTables.ts'
import { migrate } from '../src/server/database/migration/migrate.ts'
import { engineDirectory } from '../src/server/database/migration/migrationFiles.ts'
import { structureOf } from '../src/server/database/migration/structureOf.ts'
import { createStructure } from '../src/server/database/migration/structure.ts'
import type { Database } from '../src/server/kernel/database.ts'
import { checkBusiness } from '../src/server/kernel/business.ts'
import { accounts } from './fixtures/accounts.ts'
import { createTestDatabase } from './fixtures/database.ts'
import { createTestServer } from './fixtures/server.ts'

/** What is wrong and would show only later, or nowhere: each is told at the start, with its place and the way out. */

const customer = {
  permission: 'hire.customer',
  fields: { code: field.text(), nick: field.text({ optional: true }) },
  title: 'code',
  list: ['code'],
  form: ['code'],
}

const invoice = defineResource('invoices', {
  permission: 'hire.invoice',
  fields: { number: field.integer() },
  title: 'number',
  list: ['number'],
  form: ['number'],
})

/** Declares what the types may refuse. */
const customers = (more: object) => defineResource('customers', { ...customer, ...more } as never)

function start(more: object, business: Partial<Business> = {}): void {
  const declared = [invoice, customers(more)]
  checkBusiness({
    permissions: [],
    roles: [],
    ...business,
    behaviors: { ...systemBehaviors, ...business.behaviors } as never,
    resources: defineResources<Resource[]>([...declared, ...systemResources(declared)] as never),
  })
}

const fields = (more: object) => ({ fields: { ...customer.fields, ...more } })

const bills = (more: object) => ({
  actions: { bill: { label: 'Bill', permission: 'hire.bill', ...more } },
})
const toInvoice = fields({ invoice: field.reference('invoices', { optional: true }) })
const derived = field.derived(field.boolean({ default: false }))
const lines = (of: string) => fields({ bills: field.lines(of, { by: 'customer', fields: [] }) })
const check = (on: string) => ({ checks: [{ on, unless: () => true, message: 'No' }] })

const email = field.email({ optional: true, unmaskBy: 'hire.contact' })
const operations = ['list', 'show', 'create', 'edit', 'import']
const permission = { name: 'hire.finance', group: 'Hire', description: 'See amounts' }

const nightly = (rhythm: object) => ({
  behaviors: { customers: { schedules: { nightly: { ...rhythm, run() {} } } } },
})

test('without a mistake nothing is said', () => {
  expect(() => start({})).not.toThrow()
})

test('whatever the console itself answers is the address of no resource', async () => {
  const server = await createTestServer({ resources: [invoice] })
  const declared = server.backend.business.resources
  const { paths = {} } = server.app.swagger() as { paths?: object }
  const own = Object.keys(paths)
    .map((path) => path.replace(/^\/(?:api\/)?/, ''))
    .filter((path) => /^[a-z][\w-]*(?:\/[a-z][\w-]*)*$/.test(path))
    .filter((path) => !declared.some(({ api }) => `${path}/`.startsWith(`${api}/`)))
  await server.close()
  expect(own).toContain('profile')
  for (const api of own) {
    expect(() => start({ api })).toThrow(`/api/${api} belongs to the console itself`)
  }
})

describe('a start is refused:', () => {
  test.each<[told: string, mistake: object, business?: object]>([
    ['customers.routes.list: "invoices" belongs to invoices', { routes: { list: 'invoices' } }],
    [
      'customers.routes.edit: "/bills/:id" belongs to customers',
      { routes: { list: 'customers', show: 'bills/:id', edit: '/bills/:id' } },
    ],
    [
      'customers.routes.show: "customers/show" lacks :id, the place of the record',
      { routes: { list: 'customers', show: 'customers/show' } },
    ],
    [
      'customers.routes.list: "customers/:id" is of all records and takes no :id',
      { routes: { list: 'customers/:id' } },
    ],
    [
      'customers.code: required, and no form holds it. Add it to `form`, give it a default, or say `outOfForm`',
      { form: ['nick'] },
    ],
    [
      'customers.state: required, computed, and nothing sets it. Give it a default, say `optional`, or set it in `beforeCreate`',
      fields({ state: field.text({ computed: true }) }),
    ],
    [
      'customers.invoice: nobody may choose one of "invoices". Say there who may: options: { permission: … }',
      fields({ invoice: field.reference('invoices', { optional: true }) }),
    ],
    [
      'customers.actions.bill.input.on: nobody may choose one of "invoices".',
      {
        actions: {
          bill: { label: 'Bill', permission: 'x', input: { on: field.references('invoices') } },
        },
      },
    ],
    [
      'customers.title: "user" is a reference: people could not tell the records apart',
      { ...fields({ user: field.reference('users', { optional: true }) }), title: 'user' },
    ],
    [
      'customers.title: "email" is masked: people could not tell the records apart',
      { ...fields({ email }), title: ['code', 'email'] },
    ],
    [
      'customers.title: "key" is no text: people could not tell the records apart',
      { ...fields({ key: field.secret({ optional: true }) }), title: 'key' },
    ],
    [
      'customers.bills: no resource "invocies"',
      fields({ bills: field.derived(field.integer(), count('invocies', { by: 'customer' })) }),
    ],
    [
      'customers.bills: "number" of invoices does not point at customers',
      fields({ bills: field.derived(field.integer(), count('invoices', { by: 'number' })) }),
    ],
    [
      'customers.nick: required always: `requiredWhen` needs `optional`',
      fields({ nick: field.text({ requiredWhen: () => true }) }),
    ],
    ...['requiredWhen', 'visibleWhen', 'reauthenticate', 'outOfForm', 'inSession', 'covers'].map(
      (option): [string, object] => [
        'customers.hours: "day" has an option that only fields of records have',
        fields({
          hours: field.rows({ day: field.text({ [option]: true } as object) }, { optional: true }),
        }),
      ],
    ),
    [
      'customers.actions.bill.input.nick: only a record takes it from another',
      {
        actions: {
          bill: {
            label: 'Bill',
            permission: 'x',
            input: { nick: field.text({ default: from('a.b') }) },
          },
        },
      },
    ],
    [
      'customers.after.confrim: nothing of this name is done to a record. There are create, update, delete, restore, bill',
      {
        actions: {
          bill: { label: 'Bill', permission: 'x' },
          count: { label: 'Count', permission: 'x', on: 'list' },
        },
      },
      {
        behaviors: {
          customers: { actions: { bill() {}, count() {} }, after: { bill() {}, confrim() {} } },
        },
      },
    ],
    ['customers.import: add "import" to `operations`', { import: { fields: ['code'] } }],
    ['customers.list: no field "cdoe". Did you mean "code"?', { list: ['cdoe'] }],
    [
      'customers.access.edit: no field "nikc". Did you mean "nick"?',
      { access: { edit: own('nikc') } },
    ],
    ['customers.bills: no resource "invocies". Did you mean "invoices"?', lines('invocies')],
    [
      'customers.bills: no resource "tickets". Declare it, and list it in `index.ts` of the business',
      lines('tickets'),
    ],
    [
      'customers.changed: no resource "invocies". Did you mean "invoices"?',
      fields({ changed: field.words({ optional: true, fieldsOf: 'invocies' }) }),
    ],
    [
      'customers.changed.only: no field "cdoe" of "customers"',
      fields({ changed: field.words({ optional: true, fieldsOf: 'customers', only: ['cdoe'] }) }),
    ],
    ['customers.checks.0: no field "nikc". Did you mean "nick"?', check('nikc')],
    ['customers.operations: no operation "shwo". Did you mean "show"?', { operations: ['shwo'] }],
    ['customers.icon: no icon "van". There are ', { icon: 'van' }],
    ['customers.title: "{code" has a brace that belongs to no field', { title: '{code' }],
    ['customers.routes.list: "login" belongs to the console itself', { routes: { list: 'login' } }],
    ['customers.renamedFrom: "invoices" is declared still', { renamedFrom: 'invoices' }],
    [
      'customers.first: "nick" is still a field',
      fields({ first: field.text({ optional: true, renamedFrom: 'nick' }) }),
    ],
    [
      'customers.xmin: this name is kept for queries and for fields every record has',
      fields({ xmin: field.text({ optional: true }) }),
    ],
    [
      'customers.note: `exportBy` is of a masked field: say `unmaskBy` too',
      fields({ note: field.text({ optional: true, exportBy: 'hire.note' }) }),
    ],
    [
      'customers.paper: "pdf" is no media type, like application/pdf or text/*',
      fields({ paper: field.file({ optional: true, types: ['pdf'] }) }),
    ],
    [
      'customers.state: "red" is no colour, like #15803d',
      fields({ state: field.states({ in: {} }, { colors: { in: 'red' as '#' } }) }),
    ],
    [
      'customers.cards.due.where: "zz": Choose one of: in',
      {
        ...fields({ state: field.states({ in: {} }) }),
        cards: { due: { ...count('created_at'), where: { state: 'zz' } } },
      },
    ],
    [
      'customers.import.fields: "Code" is a header of "code" and "nick"',
      {
        ...fields({ nick: field.text({ optional: true, headers: ['Code'] }) }),
        operations,
        import: { fields: ['code', 'nick'] },
      },
    ],
    ['customers.actions.bill: no permission: say who may', bills({ permission: undefined })],
    [
      'customers.actions.bill.file: "html" is no media type, like text/html',
      bills({ file: 'html' }),
    ],
    [
      'customers.actions.bill.path: no end of an address, like sessions/end',
      bills({ path: '/bill' }),
    ],
    [
      'customers.actions.bill: `deletes` is for records that are not deleted: leave `delete` out of `operations`',
      bills({ deletes: true }),
    ],
    ['customers.actions.bill: this address belongs to the engine', bills({ path: 'revert' })],
    [
      'customers.actions.bill: this address belongs to the engine',
      bills({ path: 'values/search', on: 'list' }),
    ],
    [
      'customers.actions.charge: the address /api/customers/:id/bill belongs to customers.actions.bill',
      {
        actions: {
          bill: { label: 'Bill', permission: 'hire.bill' },
          charge: { label: 'Charge', permission: 'hire.bill', path: 'bill' },
        },
      },
    ],
    [
      'customers.actions.charge: a DELETE does "bill" already',
      {
        operations: ['list', 'show'],
        actions: {
          bill: { label: 'Bill', permission: 'hire.bill', deletes: true },
          charge: { label: 'Charge', permission: 'hire.bill', deletes: true },
        },
      },
    ],
    [
      'customers.actions.bill.input.sum: computed: nobody could give it',
      bills({ input: { sum: field.integer({ computed: true }) } }),
    ],
    [
      'customers.options.label: "nick" is not in `options.fields`',
      { options: { permission: 'hire.all', fields: ['code'], label: ['code', 'nick'] } },
    ],
    [
      'customers.options.label: "nick" is not in `options.fields`',
      { options: { permission: 'hire.all', label: ['nick'] } },
    ],
    ...[field.text({ computed: true, optional: true }), field.json({ optional: true })].map(
      (given): [string, object] => [
        'customers.raw: "given" is no json field that is `computed` and `optional`',
        { ...fields({ given }), raw: 'given' },
      ],
    ),
    [
      'customers.closed.when: no field "nikc". Did you mean "nick"?',
      { closed: { when: (r: any) => r.nikc === 'x', refusal: 'No' } },
    ],
    [
      'customers.actions.bill.addressedBy: "nick" is no whole number among `input`',
      bills({ addressedBy: 'nick', input: { nick: field.text() } }),
    ],
    [
      'customers.actions.bill.addressedBy: is for an action of one record alone',
      bills({ addressedBy: 'of', on: 'list', input: { of: field.integer() } }),
    ],
    [
      'customers.actions.bill.refusal: nothing is left out: say `when`',
      bills({ refusal: 'Not now' }),
    ],
    ...['/customers', 'customers/', 'our customers', 'customers/:id', ''].map(
      (api): [string, object] => [
        `customers.api: "${api}" is no path below /api, like settings/tag`,
        { api },
      ],
    ),
    ...['profile', 'profile/settings', 'login', 'files'].map((api): [string, object] => [
      `customers.api: /api/${api} belongs to the console itself`,
      { api },
    ]),
    [
      'customers.routes.list: "profile" belongs to the console itself',
      { routes: { list: 'profile' } },
    ],
    ['customers.api: /api/invoices/search belongs to the engine', { api: 'invoices/search' }],
    ['customers.access: no operation "updat"', { access: { updat: can('hire.bill') } }],
    ...[email, field.secret({ optional: true }), field.derived(field.integer())].map(
      (extra): [string, object] => [
        'customers.withTitle: "extra" is no value that is stored and shown as it is',
        { ...fields({ extra }), withTitle: ['extra'] },
      ],
    ),
    [
      'customers.import.fields: the secret "key" would stand in the clear in what is kept of a file',
      {
        ...fields({ key: field.secret({ optional: true }) }),
        operations,
        import: { fields: ['code'], settings: ['key'] },
      },
    ],
    [
      'customers.import.origin: "nick" is no computed reference to imports',
      { operations, import: { fields: ['code'], origin: 'nick' } },
    ],
    [
      'customers.import.importer: "by" is no computed reference to users',
      {
        ...fields({ by: field.reference('users', { optional: true }) }),
        operations,
        import: { fields: ['code'], importer: 'by' },
      },
    ],
    [
      `customers.access.edit: "hire.trainee" shuts out those who may do everything too, who hold it: either(lacks('hire.trainee'), can(…)) lets them in`,
      { access: { edit: both(can('hire.customer.update'), lacks('hire.trainee')) } },
    ],
    [
      'customers.actions.bill.permission: "hire.trainee" shuts out those who may do everything',
      bills({ permission: lacks('hire.trainee') }),
    ],
    [
      'customers.actions.bil: a handler of no action. Did you mean "bill"?',
      bills({}),
      { behaviors: { customers: { actions: { bill() {}, bil() {} } } } },
    ],
    [
      'customers.jobs.leters: nothing does this work. Write it in `jobs` of the behavior. Did you mean "letters"?',
      { jobs: { leters: { label: 'Letters' } } },
      { behaviors: { customers: { jobs: { letters: { run() {} } } } } },
    ],
    [
      'customers.jobs.bill.asked.to: no resource "clients". Declare it, and list it in `index.ts` of the business',
      { jobs: { bill: { label: 'Bill', asked: { to: field.reference('clients', {}) } } } },
      { behaviors: { customers: { jobs: { bill: { run() {} } } } } },
    ],
    ['customers.late: no SQL. Write it in `derived` of the behavior', fields({ late: derived })],
    [
      'customers.derived.lat: SQL of no such derived field. Did you mean "late"?',
      fields({ late: derived }),
      { behaviors: { customers: { derived: { late: 'true', lat: 'true' } } } },
    ],
    [
      'customers.view: a query of a resource that is no view',
      {},
      { behaviors: { customers: { view: 'select 1' } } },
    ],
    [
      'customers.import.refused: nothing keeps them. Write `refused` in the behavior',
      { operations, import: { fields: ['code'], refused: 'invoices' } },
    ],
    [
      'customers.import.refused: the behavior keeps them in "invoices"',
      { operations, import: { fields: ['code'], refused: 'invocies' } },
      { behaviors: { customers: { refused: { into: invoice } } } },
    ],
    [
      'behaviors.custommers: no resource of this name. Did you mean "customers"?',
      {},
      { behaviors: { custommers: {} } },
    ],
    [
      'role "Desk": declared twice',
      {},
      { roles: [1, 2].map(() => ({ name: 'Desk', permissions: ['*'] })) },
    ],
    [
      'customers.operations: "import" needs `import`, which names the fields a file may hold',
      { operations },
    ],
    [
      'customers.import.fields: "code" is required, and no file brings it',
      { operations, import: { fields: ['nick'] } },
    ],
    [
      'customers.import.keys: no file brings "nick". Add it to `import.fields`',
      { operations, import: { fields: ['code'], keys: ['nick'] } },
    ],
    [
      'customers.permission: "My Thing!" is not a permission: write words with dots, like book.lend',
      { permission: 'My Thing!' },
    ],
    [
      'customers.permission: "" is not a permission: write words with dots, like book.lend',
      fields({ note: field.text({ optional: true, readBy: '' }) }),
    ],
    [
      'permission "hire.finance" (Hire): declared twice',
      {},
      { permissions: [permission, { ...permission, description: 'See sums' }] },
    ],
    [
      'customers.access.edit: no permission "hire.customer.updaet" is declared. Did you mean "hire.customer.update"?',
      { access: { edit: can('hire.customer.updaet') } },
    ],
    [
      'customers.note.readBy: no permission "hire.finanse" is declared. Did you mean "hire.finance"?',
      fields({ note: field.text({ optional: true, readBy: 'hire.finanse' }) }),
      { permissions: [permission] },
    ],
    [
      'customers.note.writeBy: no permission "office" is declared. List it in `permissions` of the business',
      fields({ note: field.text({ optional: true, writeBy: 'office' }) }),
      { permissions: [permission] },
    ],
    [
      'customers.actions.bill.permission: no permission "hire.finanse" is declared. Did you mean "hire.finance"?',
      bills({ permission: 'hire.finanse' }),
      { permissions: [permission] },
    ],
    [
      'customers.views.Due: no permission "hire.customer.veiw" is declared. Did you mean "hire.customer.view"?',
      { views: { Due: { for: 'hire.customer.veiw' } } },
    ],
    [
      'customers.schedules.nightly: "25:99" is no time of a day, like 02:30',
      {},
      nightly({ at: '25:99' }),
    ],
    [
      'customers.schedules.nightly: "Europe/Lodnon" is no time zone, like Europe/London',
      {},
      nightly({ at: '02:30', zone: 'Europe/Lodnon' }),
    ],
    [
      'customers.schedules.nightly: `every` is in minutes, at least 1: 0',
      {},
      nightly({ every: 0 }),
    ],
    [
      'customers.nick.visibleWhen: no field "cdoe". Did you mean "code"?',
      fields({ nick: field.text({ optional: true, visibleWhen: (r) => r.cdoe === 'a' }) }),
    ],
    [
      'customers.nick.requiredWhen: no field "cdoe". Did you mean "code"?',
      fields({ nick: field.text({ optional: true, requiredWhen: (r) => r.cdoe === 'a' }) }),
    ],
    [
      'customers.checks.0.unless: no field "cdoe". Did you mean "code"?',
      { checks: [{ on: 'code', unless: (r: any) => r.cdoe !== r.nick, message: 'No' }] },
    ],
    [
      'customers.actions.bill.when: no field "cdoe". Did you mean "code"?',
      bills({ when: ({ cdoe }: any) => cdoe === 'a' }),
    ],
    [
      'customers.access.edit: no field "owenr"',
      { access: { edit: ({ id }: { id: number }) => ({ owenr: id }) } },
    ],
    [
      'customers.nick: its default comes from "invoice.nmuber", and invoices has no field "nmuber". Did you mean "number"?',
      fields({
        invoice: field.reference('invoices', { optional: true }),
        nick: field.text({ optional: true, default: from('invoice.nmuber') }),
      }),
    ],
    [
      'customers.nick: its default comes from "invoice.on.number", and invoices has no field "on.number": it goes along one reference',
      fields({
        invoice: field.reference('invoices', { optional: true }),
        nick: field.text({ optional: true, default: from('invoice.on.number') }),
      }),
    ],
    [
      'customers.filters: no field "invoice.nmuber". Did you mean "invoice.number"?',
      { ...toInvoice, filters: ['invoice.nmuber'] },
    ],
    [
      'customers.views.Due: no field "invocie.number". Did you mean "invoice.number"?',
      { ...toInvoice, views: { Due: { filter: { 'invocie.number': 1 } } } },
    ],
    [
      'customers.show.Bills: "nubmer" of invoices does not point at customers',
      { show: { Bills: related('invoices', { by: 'nubmer' }) } },
    ],
    [
      'customers.views.Due: no field "cdoe". Did you mean "code"?',
      { views: { Due: { filter: { cdoe: 'a' } } } },
    ],
    [
      'customers.cards.due: no field "craeted_at". Did you mean "created_at"?',
      { cards: { due: count('craeted_at') } },
    ],
    [
      'role "Desk": no permission "hire.cutsomer.view" is declared. Did you mean "hire.customer.view"?',
      {},
      { roles: [{ name: 'Desk', permissions: ['hire.cutsomer.view'] }] },
    ],
  ])('%s', (told, mistake, business) => {
    expect(() => start(mistake, business)).toThrow(told)
  })

  test('but not a permission that takes away, where something lets people through', () => {
    const through = either(lacks('hire.trainee'), can('hire.customer.update'))
    expect(() =>
      start({ access: { edit: both(can('hire.customer.view'), through) } }),
    ).not.toThrow()
  })

  test('and all that is wrong is told at once, a line each', () => {
    const mistakes = { list: ['cdoe'], sort: 'nikc', filters: ['nick', 'cdoe'] }
    expect(() => start(mistakes)).toThrow(
      new Error(
        'customers.list: no field "cdoe". Did you mean "code"?\ncustomers.filters: no field "cdoe". Did you mean "code"?\ncustomers.sort: no field "nikc". Did you mean "nick"?',
      ),
    )
  })

  test('resources/index.ts: the console needs "users". List `user` of #system.', () => {
    const business = { behaviors: {}, permissions: [], roles: [], resources: [invoice] }
    expect(() => checkBusiness(business)).toThrow('the console needs "users"')
  })

  test('but not for a computed field that a hook sets, and a reference that the server sets', () => {
    const computed = fields({
      state: field.text({ computed: true }),
      last: field.reference('invoices', { computed: true, optional: true }),
    })
    const behaviors = { customers: { prepare: () => ({ state: 'new' }) } }
    expect(() => start(computed, { behaviors })).not.toThrow()
  })
})

describe('the tables are compared with the declarations:', () => {
  const before = customers({})

  let database: Database
  beforeAll(async () => {
    database = await createTestDatabase([...accounts, before])
  })
  afterAll(() => database.close())

  const compared = (after: Resource) => requireTables(database.sql, [...accounts, after])

  test('nothing is said of tables that are as declared', async () => {
    await expect(compared(before)).resolves.toBeUndefined()
  })

  test.each<[told: string, after: Resource]>([
    ['invoices: no table', invoice],
    ['customers.note: no column', customers(fields({ note: field.text({ optional: true }) }))],
    [
      'customers.nick: the column is text, and not integer',
      customers(fields({ nick: field.integer({ optional: true }) })),
    ],
    [
      'customers.nick: required, and the column may be empty',
      customers({ ...fields({ nick: field.text() }), form: ['code', 'nick'] }),
    ],
    [
      'customers.code: optional, and the column may not be empty',
      customers(fields({ code: field.text({ optional: true }) })),
    ],
    [
      'customers.code: no field, and the column may not be empty',
      customers({ fields: { nick: customer.fields.nick }, title: 'nick', list: [], form: [] }),
    ],
    ['customers_users: no table', customers(fields({ users: field.references('users') }))],
  ])('%s', async (told, after) => {
    const message = `${told}\nRun npm run migration -- NAME, and start again.`
    await expect(compared(after)).rejects.toThrow(new Error(message))
  })
})

describe('an applied migration that was changed', () => {
  const text = createStructure(structureOf([customers({})])).join(';\n')

  async function migrated(change: (file: string) => Promise<void>, between = '') {
    const database = await createTestDatabase()
    const directory = await mkdtemp(join(tmpdir(), 'migrations-'))
    const file = join(directory, '0001_customers.sql')
    try {
      await writeFile(file, `${text};\n`)
      await migrate(database, [engineDirectory, directory])
      if (between) await sql.raw(between).execute(database.sql)
      await change(file)
      return await migrate(database, [engineDirectory, directory])
    } finally {
      await rm(directory, { recursive: true })
      await database.close()
    }
  }

  const edit = (file: string) => writeFile(file, `${text}; create table more (a int)`)

  test('stops the start, which says what to do', async () => {
    await expect(migrated(edit)).rejects.toThrow(
      'Migration 2/0001_customers was changed after the database had applied it. Put its file back as it was, and write the change as a migration of its own: npm run migration -- NAME.',
    )
  })

  test('may have other comments and blanks', async () => {
    const comment = (file: string) => writeFile(file, `-- All customers.\n\n${text};\n\n\n`)
    await expect(migrated(comment)).resolves.toEqual([])
  })

  test('counts as it is where an earlier release had applied it', async () => {
    const earlier = 'alter table schema_migrations drop column sum'
    await expect(migrated(edit, earlier)).resolves.toEqual([])
    const again = async (file: string) => {
      await edit(file)
      await writeFile(join(file, '../0002_next.sql'), 'create table next (a int)')
    }
    await expect(migrated(again, earlier)).resolves.toEqual(['2/0002_next'])
  })
})
