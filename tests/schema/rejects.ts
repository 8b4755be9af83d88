import { z } from 'zod'

import {
  both,
  can,
  defineResource,
  defineResources,
  either,
  field,
  own,
  type Filter,
  type InputOf,
  type RecordOf,
} from '#schema'
import type { Views, ViewsByResource } from '#browser'
import type { Behavior, Behaviors, Context } from '#server'

import type * as browserKinds from '../../src/kinds/index.browser.ts'
import type * as controlsKinds from '../../src/kinds/index.controls.browser.ts'
import type * as filtersKinds from '../../src/kinds/index.filters.browser.tsx'
import type * as serverKinds from '../../src/kinds/index.server.ts'
import type { BrowserKinds } from '../../src/kinds/kinds.browser.ts'
import type { ControlsKinds } from '../../src/kinds/kinds.controls.browser.ts'
import type { FiltersKinds } from '../../src/kinds/kinds.filters.browser.ts'
import type { ServerKinds } from '../../src/kinds/kinds.server.ts'

/** What must, and must not, compile: `tsc` is the test. */

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const yes = <T extends true>() => undefined as unknown as T

const fields = { a: field.text(), n: field.integer(), owner: field.reference('users') }
const base = { permission: 'x', fields, title: 'a', list: ['a'], form: ['a'] } as const

export const tag = defineResource('tags', {
  permission: 'settings.tag',
  fields: {
    name: field.text({ max: 40 }),
    color: field.color({ default: '#64748b' }),
    parent: field.reference('tags', { optional: true }),
    kinds: field.references('tags'),
    status: field.choice({ new: 'New', old: 'Old' }, { default: 'new' }),
    hits: field.integer({ computed: true, default: 0 }),
    hosts: field.ips({ optional: true }),
    born: field.date(),
    vip: field.boolean(),
    hours: field.rows(
      { day: field.choice({ mon: 'Mon' }), from: field.integer({ optional: true }) },
      { min: 1, unique: ['day'] },
    ),
    limits: field.json({ optional: true }, z.object({ daily: z.int() })),
  },
  title: 'name',
  list: ['id', 'name', 'color', 'created_at'],
  form: ['name'],
  actions: {
    merge: { label: 'Merge', permission: 'x', input: { into: field.reference('tags') } },
    touch: { label: 'Touch', permission: 'x' },
  },
})

type Tag = RecordOf<typeof tag>
yes<Equal<Tag['name'], string>>()
yes<Equal<Tag['parent'], number | null>>()
yes<Equal<Tag['kinds'][number], number>>()
yes<Equal<Tag['status'], 'new' | 'old'>>()
yes<Equal<Tag['hosts'], string[] | null>>()
yes<Equal<Tag['vip'], boolean>>()
yes<Equal<Tag['limits'], { daily: number } | null>>()
yes<Equal<Tag['hours'], { day: 'mon'; from: number | null }[]>>()
yes<Equal<Tag['id'], number>>()
yes<Equal<Tag['created_at'], string>>()
yes<Equal<Tag['version'], number>>()
yes<Equal<'nope' extends keyof Tag ? true : false, false>>()

type TagInput = InputOf<typeof tag>
yes<Equal<'hits' extends keyof TagInput ? true : false, false>>()
yes<Equal<'id' extends keyof TagInput ? true : false, false>>()
yes<Equal<undefined extends TagInput['color'] ? true : false, true>>()
const hours: TagInput['hours'] = [{ day: 'mon', from: 9 }]
const least: TagInput = { name: 'a', born: '2026-01-31', vip: false, hours }
// @ts-expect-error a required field is missing
const tooLittle: TagInput = { name: 'a', vip: false, hours: [] }
// @ts-expect-error a computed field is written
const tooMuch: TagInput = { ...least, hits: 3 }
// @ts-expect-error a required field is emptied
const emptied: TagInput = { ...least, name: null }
// @ts-expect-error a value that is no choice
const noChoice: TagInput = { ...least, status: 'gone' }
export const inputs = [tooLittle, tooMuch, emptied, noChoice]

const order = defineResource('orders', {
  permission: 'order',
  fields: {
    code: field.text(),
    lines: field.lines('order_lines', { by: 'order', fields: ['product'], min: 1 }),
    extras: field.lines('extras', { by: 'order', fields: ['product'] }),
  },
  title: 'code',
  list: ['code'],
  form: ['code', 'lines', 'extras'],
})
yes<Equal<null extends RecordOf<typeof order>['lines'] ? true : false, false>>()
yes<Equal<null extends RecordOf<typeof order>['extras'] ? true : false, true>>()
const ordered: InputOf<typeof order> = { code: 'A', lines: [{ product: 1 }] }
// @ts-expect-error lines of which there must be some are missing
const unordered: InputOf<typeof order> = { code: 'A' }
export const ofLines = [ordered, unordered]

// A kind of field has its own options, and no others
// @ts-expect-error a text is measured by `max`
field.text({ maxLength: 20, optional: true })
// @ts-expect-error yes and no have no greatest value
field.boolean({ max: 20, default: true })
// @ts-expect-error the options of a reference are written with capitals
field.reference('tags', { ondelete: 'cascade', optional: true })
// @ts-expect-error the colours of a choice are several
field.choice({ a: 'A' }, { color: { a: '#ffffff' }, default: 'a' })
// @ts-expect-error a list of rows has a `max`
field.rows({ a: field.text() }, { min: 1, maximum: 3 })

// Views name fields
defineResource('ok', base)
// @ts-expect-error a list names a field that does not exist
defineResource('x', { ...base, list: ['b'] })
// @ts-expect-error a hidden column that does not exist
defineResource('x', { ...base, hidden: ['b'] })
// @ts-expect-error a form names a field that does not exist
defineResource('x', { ...base, form: ['b'] })
// @ts-expect-error a form names a field of the system
defineResource('x', { ...base, form: ['id'] })
// @ts-expect-error a form section names a field that does not exist
defineResource('x', { ...base, form: { Main: ['b'] } })
// @ts-expect-error a show section names a field that does not exist
defineResource('x', { ...base, show: { Main: ['a'], More: ['b'] } })
// @ts-expect-error a filter names a field that does not exist
defineResource('x', { ...base, filters: ['b'] })
// @ts-expect-error a cell edited in place names a field that does not exist
defineResource('x', { ...base, editableColumns: ['b'] })
// @ts-expect-error a field of the system is edited by nobody
defineResource('x', { ...base, editableColumns: ['created_at'] })
// @ts-expect-error a sort names a field that does not exist
defineResource('x', { ...base, sort: '-b' })
// @ts-expect-error a title names a field that does not exist
defineResource('x', { ...base, title: ['a', 'b'] })
// @ts-expect-error an embedded field that does not exist
defineResource('x', { ...base, withTitle: ['b'] })
// @ts-expect-error a unique combination names a field that does not exist
defineResource('x', { ...base, unique: [['a', 'b']] })
// @ts-expect-error an index names a field that does not exist
defineResource('x', { ...base, indexes: [['a', '-b']] })
// @ts-expect-error options name a field that does not exist
defineResource('x', { ...base, options: { permission: 'x', fields: ['b'] } })
const born = { ...base, fields: { ...fields, born: field.date(), at: field.timestamp() } } as const
defineResource('ok', { ...born, sums: { births: 'born', calls: 'at', tags: 'created_at' } })
// @ts-expect-error a sum by a field that does not exist
defineResource('x', { ...born, sums: { tags: 'b' } })
// @ts-expect-error a sum by a field that has no day
defineResource('x', { ...born, sums: { tags: 'a' } })
// @ts-expect-error an import names a field that does not exist
defineResource('x', { ...base, import: { fields: ['b'] } })
// @ts-expect-error a key of an import does not exist
defineResource('x', { ...base, import: { fields: ['a'], keys: ['b'] } })
// @ts-expect-error an option that no declaration has
defineResource('x', { ...base, columns: ['a'] })
// @ts-expect-error no permission
defineResource('x', { fields, title: 'a', list: ['a'], form: ['a'] })
// @ts-expect-error an operation that does not exist
defineResource('x', { ...base, operations: ['fly'] })
// @ts-expect-error an icon outside the list
defineResource('x', { ...base, icon: 'unicorn' })
// @ts-expect-error an action without a permission
defineResource('x', { ...base, actions: { go: { label: 'Go' } } })
// @ts-expect-error the input of an action is made of fields
defineResource('x', { ...base, actions: { go: { label: 'Go', permission: 'x', input: { n: 1 } } } })

// Rules name fields
defineResource('fine', { ...base, access: { list: own('owner'), edit: can('y') } })
defineResource('fine', { ...base, access: { list: either(can('y'), own('owner')) } })
defineResource('fine', {
  ...base,
  access: { list: () => ({ any: [{ n: { from: 1 } }, { a: 'x' }] }) },
})
// @ts-expect-error a rule on a missing field
defineResource('x', { ...base, access: { list: own('nope') } })
// @ts-expect-error a rule on a field that holds no id
defineResource('x', { ...base, access: { list: own('a') } })
// @ts-expect-error a rule with a value of the wrong type
defineResource('x', { ...base, access: { list: () => ({ n: 'one' }) } })
// @ts-expect-error both with a rule on a missing field
defineResource('x', { ...base, access: { list: both(can('y'), own('nope')) } })
// @ts-expect-error a rule that answers a text
defineResource('x', { ...base, access: { list: () => 'yes' } })
// @ts-expect-error a rule for an operation that does not exist
defineResource('x', { ...base, access: { fly: can('x') } })
const filter: Filter<Tag> = { kinds: 3, born: { from: '2026-01-01' }, parent: null }
// @ts-expect-error an operator that does not exist
const gte: Filter<Tag> = { hits: { gte: 3 } }
// @ts-expect-error a choice that does not exist
const gone: Filter<Tag> = { status: { in: ['gone'] } }
export const filters = [filter, gte, gone]

// Fields
// @ts-expect-error an option that no text has
field.text({ maximum: 3 })
// @ts-expect-error a default outside the field's type
field.text({ default: 3 })
// @ts-expect-error a default outside the field's type
field.integer({ default: 'three' })
// @ts-expect-error a default outside the field's type
field.reference('users', { default: 'Ada' })
// @ts-expect-error a default that is not a choice
field.choice({ a: 'A' }, { default: 'b' })
// @ts-expect-error a choice without labels
field.choice(['a', 'b'])
// @ts-expect-error fields are required unless they are optional
field.text({ optional: false })
// @ts-expect-error a reference points somewhere
field.reference()
// @ts-expect-error rows that differ by a cell they do not have
field.rows({ day: field.date() }, { unique: ['days'] })
// @ts-expect-error a row in the default without its cell
field.rows({ day: field.date() }, { default: [{}] })
// @ts-expect-error a kind that does not exist
field.rating()

const orphan = defineResource('orphans', { ...base, fields: { a: field.reference('nowhere') } })
const lost = defineResource('lost', { ...base, fields: { a: field.references('nowhere') } })
/** Never called: what does not compile would also throw. */
export function together() {
  // @ts-expect-error a reference to a resource that is not registered
  defineResources([orphan])
  // @ts-expect-error references to a resource that is not registered
  defineResources([tag, lost])
}
const list = defineResources([tag])

// Behavior
const merge = async () => 1
export const whole: Behavior<typeof tag> = {
  actions: {
    merge: ({ records, input }) => records.map(({ name }) => `${name} ${input.into.toFixed()}`),
    touch: ({ input }) => input satisfies undefined,
  },
  beforeCreate: (input) => ({ ...input, hits: 1 }),
  beforeUpdate: (changes, record) => ({ ...changes, hits: record.hits + 1 }),
}
// @ts-expect-error declared actions without any handler
export const noActions: Behavior<typeof tag> = {}
// @ts-expect-error a declared action without its handler
export const oneAction: Behavior<typeof tag> = { actions: { merge } }
export const moreActions: Behavior<typeof tag> = {
  // @ts-expect-error a handler of an action that is not declared
  actions: { merge, touch: merge, nope: merge },
}
export const wrongHook: Behavior<typeof tag> = {
  actions: { merge, touch: merge },
  // @ts-expect-error a hook that answers a value of the wrong type
  prepare: () => ({ hits: 'many' }),
}
export const missingHook: Behavior<typeof tag> = {
  actions: { merge, touch: merge },
  // @ts-expect-error a hook that answers a field that does not exist
  beforeUpdate: () => ({ nope: 1 }),
}
export const noHook: Behavior<typeof tag> = {
  actions: { merge, touch: merge },
  // @ts-expect-error a hook that does not exist
  afterRead: () => ({}),
}
export const behaviors: Behaviors<typeof list> = { tags: whole }
// @ts-expect-error behavior of a resource that is not registered
export const orphanBehaviors: Behaviors<typeof list> = { orphans: {} }
const late = defineResource('late', {
  permission: 'late',
  fields: { name: field.text(), is_late: field.derived(field.boolean()) },
  title: 'name',
  list: ['name', 'is_late'],
  form: ['name'],
})
export const sql: Behavior<typeof late> = { derived: { is_late: 'true' } }
// @ts-expect-error no SQL of a field that is derived of it
export const noSql: Behavior<typeof late> = {}
// @ts-expect-error SQL of a field that is not derived
export const moreSql: Behavior<typeof late> = { derived: { is_late: 'true', name: "'x'" } }
// @ts-expect-error no behavior of a resource with a field that is derived of SQL
export const lateBehaviors: Behaviors<[typeof late]> = {}
export async function hook({ records }: Context) {
  await records(tag).find({ name: 'x', kinds: 3 })
  // @ts-expect-error a filter by a field that does not exist
  await records(tag).find({ nope: 'x' })
  // @ts-expect-error a change of a field that does not exist
  await records(tag).update(1, { nope: 'x' })
  // @ts-expect-error a value of the wrong type
  await records(tag).create({ name: 3 })
}

// Views
export const views: Views<typeof tag> = {
  fields: { name: ({ record }) => record.name.toUpperCase(), created_at: () => null },
  inputs: { color: ({ source }) => source },
}
// @ts-expect-error a cell of a field that does not exist
export const noField: Views<typeof tag> = { fields: { nope: () => null } }
// @ts-expect-error an input of a field that does not exist
export const noInput: Views<typeof tag> = { inputs: { nope: () => null } }
// @ts-expect-error a cell that reads a field that does not exist
export const wrongCell: Views<typeof tag> = { fields: { name: ({ record }) => record.nope } }
// @ts-expect-error a view that does not exist
export const noView: Views<typeof tag> = { calendar: () => null }
export const allViews: ViewsByResource<typeof list> = { tags: views }
// @ts-expect-error views of a resource that is not registered
export const orphanViews: ViewsByResource<typeof list> = { orphans: {} }

const lacking = <Kinds>() => undefined as unknown as Omit<Kinds, 'phone'>
yes<typeof serverKinds extends ServerKinds ? true : false>()
// @ts-expect-error a kind without a part on the server
export const withoutServer: ServerKinds = lacking<typeof serverKinds>()
// @ts-expect-error a kind without a part in the browser
export const withoutDisplay: BrowserKinds = lacking<typeof browserKinds>()
// @ts-expect-error a kind that nobody could type
export const withoutControls: ControlsKinds = lacking<typeof controlsKinds>()
// @ts-expect-error a kind of which is not said how lists are filtered by it
export const withoutFilter: FiltersKinds = lacking<typeof filtersKinds>()
