import {
  can,
  defineResource,
  defineResources,
  field,
  own,
  type InputOf,
  type RecordOf,
} from '#schema'

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
  },
  title: 'name',
  list: ['id', 'name', 'color', 'created_at'],
  form: ['name'],
})

yes<Equal<RecordOf<typeof tag>['name'], string>>()
yes<Equal<RecordOf<typeof tag>['parent'], number | null>>()
yes<Equal<RecordOf<typeof tag>['kinds'][number], number>>()
yes<Equal<RecordOf<typeof tag>['status'], 'new' | 'old'>>()
yes<Equal<'hits' extends keyof InputOf<typeof tag> ? true : false, false>>()
yes<Equal<undefined extends InputOf<typeof tag>['color'] ? true : false, true>>()

defineResource('ok', base)
// @ts-expect-error a list names a field that does not exist
defineResource('x', { ...base, list: ['b'] })
// @ts-expect-error a form names a field that does not exist
defineResource('x', { ...base, form: ['b'] })
// @ts-expect-error a form section names a field that does not exist
defineResource('x', { ...base, form: { Main: ['b'] } })
// @ts-expect-error a filter names a field that does not exist
defineResource('x', { ...base, filters: ['b'] })
// @ts-expect-error a sort names a field that does not exist
defineResource('x', { ...base, sort: '-b' })
// @ts-expect-error a title names a field that does not exist
defineResource('x', { ...base, title: ['a', 'b'] })
// @ts-expect-error an index names a field that does not exist
defineResource('x', { ...base, indexes: [['a', '-b']] })
// @ts-expect-error a rule on a missing field
defineResource('x', { ...base, access: { list: own('nope') } })
// @ts-expect-error a rule with a value of the wrong type
defineResource('x', { ...base, access: { list: () => ({ n: 'one' }) } })
defineResource('fine', { ...base, access: { list: own('owner'), edit: can('y') } })
// @ts-expect-error an option that no text has
field.text({ maximum: 3 })
// @ts-expect-error a default outside the field's type
field.text({ default: 3 })
// @ts-expect-error a default that is not a choice
field.choice({ a: 'A' }, { default: 'b' })
// @ts-expect-error an icon outside the list
defineResource('x', { ...base, icon: 'unicorn' })

const orphan = defineResource('orphans', { ...base, fields: { a: field.reference('nowhere') } })
// @ts-expect-error a reference to a resource that is not registered
defineResources([orphan])
