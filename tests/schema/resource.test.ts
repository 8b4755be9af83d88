import { describe, expect, test } from 'vitest'

import {
  can,
  checkResources,
  defineResource,
  defineResources,
  either,
  field,
  own,
  permissionsOf,
  sectionsOf,
  sentence,
  titleFields,
} from '#schema'

import { userWith } from '../fixtures/user.ts'

const base = {
  permission: 'settings.tag',
  fields: { name: field.text(), owner: field.reference('users', { optional: true }) },
  title: 'name',
  list: ['name'],
  form: ['name'],
} as const

describe('what is not said is derived:', () => {
  test.each([
    ['statuses', 'Statuses', 'Status'],
    ['countries', 'Countries', 'Country'],
    ['affiliate_companies', 'Affiliate companies', 'Affiliate company'],
    ['broker_departments', 'Broker departments', 'Broker department'],
    ['localizations', 'Localizations', 'Localization'],
    ['source_random_statuses', 'Source random statuses', 'Source random status'],
    ['addresses', 'Addresses', 'Address'],
    ['branches', 'Branches', 'Branch'],
    ['boxes', 'Boxes', 'Box'],
    ['histories', 'Histories', 'History'],
    ['keys', 'Keys', 'Key'],
    ['houses', 'Houses', 'House'],
    ['causes', 'Causes', 'Cause'],
    ['status', 'Status', 'Status'],
    ['analysis', 'Analysis', 'Analysis'],
    ['black_list', 'Black list', 'Black list'],
    ['api_tokens', 'API tokens', 'API token'],
  ])('%s is called %s, and one of it %s', (name, label, one) => {
    expect(defineResource(name, base)).toMatchObject({ label, one })
  })

  test('names, paths and acts', () => {
    const { name, api, routes, operations } = defineResource('tags', base)
    expect({ name, api, routes, operations }).toEqual({
      name: 'tags',
      api: 'tags',
      routes: { list: 'tags' },
      operations: ['list', 'show', 'create', 'edit', 'delete', 'export'],
    })
  })

  test.each<[object, object]>([
    [{ api: 'settings/tag' }, { api: 'settings/tag', routes: { list: 'tags' } }],
    [{ routes: { list: 'settings/tags' } }, { api: 'tags', routes: { list: 'settings/tags' } }],
    [{ routes: { show: 'tag/:id' } }, { api: 'tags', routes: { list: 'tags', show: 'tag/:id' } }],
    [{ routes: { list: 'a', edit: 'a/:id/edit' } }, { routes: { list: 'a', edit: 'a/:id/edit' } }],
    [{ label: 'Labels' }, { label: 'Labels', one: 'Label' }],
    [{ label: 'Animal species' }, { label: 'Animal species', one: 'Animal species' }],
    [
      { label: 'Menus', one: 'Menu' },
      { label: 'Menus', one: 'Menu' },
    ],
  ])('but what is said stands: %j', (said, expected) => {
    expect(defineResource('tags', { ...base, ...said })).toMatchObject(expected)
  })
})

describe('rules', () => {
  const all = ['view', 'create', 'update', 'delete', 'export', 'import'].map(
    (one) => `settings.tag.${one}`,
  )
  const every = userWith(...all)

  test.each([
    ['list', 'settings.tag.view'],
    ['show', 'settings.tag.view'],
    ['create', 'settings.tag.create'],
    ['edit', 'settings.tag.update'],
    ['delete', 'settings.tag.delete'],
  ] as const)('%s needs %s', (operation, permission) => {
    const { access } = defineResource('tags', base)
    expect(access[operation](userWith(permission))).toBe(true)
    expect(access[operation](userWith(...all.filter((one) => one !== permission)))).toBe(false)
  })

  test('what is not declared is allowed to nobody', () => {
    const { access } = defineResource('tags', base)
    expect(access.import(every)).toBe(false)
    const exported = defineResource('tags', { ...base, operations: ['list', 'export'] })
    expect(exported.access.export(every)).toBe(true)
    expect(exported.access.show(every)).toBe(false)
    expect(exported.access.delete(every)).toBe(false)
  })

  test('given rules replace the derived ones, one by one', () => {
    const { access } = defineResource('tags', { ...base, access: { list: own('owner') } })
    expect(access.list(every)).toEqual({ owner: 7 })
    expect(access.show(every)).toBe(true)
  })
})

test('permissions of a resource are those its rules, fields, actions and options read, each once', () => {
  const tag = defineResource('tags', {
    ...base,
    fields: {
      ...base.fields,
      note: field.text({ readBy: 'note.view', writeBy: 'note.edit' }),
      email: field.email({ unmaskBy: 'contact' }),
      more: field.text({ readBy: 'note.view' }),
    },
    access: { list: either(can('tag.any'), own('owner')) },
    actions: { send: { label: 'Send', permission: 'tag.send' } },
    options: { permission: ['options.tags.all', 'tag.any'] },
  })
  expect(permissionsOf(tag).sort()).toEqual([
    'contact',
    'note.edit',
    'note.view',
    'options.tags.all',
    'settings.tag.create',
    'settings.tag.delete',
    'settings.tag.export',
    'settings.tag.update',
    'settings.tag.view',
    'tag.any',
    'tag.send',
  ])
})

test('a title is one field or several, a layout a list or sections', () => {
  expect(titleFields(defineResource('tags', base))).toEqual(['name'])
  expect(titleFields(defineResource('tags', { ...base, title: ['name', 'owner'] }))).toEqual([
    'name',
    'owner',
  ])
  expect(sectionsOf(['name', 'owner'])).toEqual([['', ['name', 'owner']]])
  expect(sectionsOf({ Main: ['name'], More: ['owner'] })).toEqual([
    ['Main', ['name']],
    ['More', ['owner']],
  ])
})

test.each([
  ['card_digits', 'Card digits'],
  ['source_id', 'Source'],
  ['created_at', 'Created'],
  ['api_token', 'API token'],
  ['ip_addresses', 'IP addresses'],
  ['allowed_ips', 'Allowed IPs'],
  ['https', 'HTTPS'],
  ['urls', 'URLs'],
  ['iso_3166_2', 'ISO 3166 2'],
  ['broker/department', 'Broker department'],
  ['is_sender', 'Is sender'],
  ['sub_1', 'Sub 1'],
  ['id', 'ID'],
  ['_', ''],
])('%s reads %j', (name, words) => {
  expect(sentence(name)).toBe(words)
})

describe('resources together', () => {
  const users = defineResource('users', {
    ...base,
    fields: { name: field.text() },
    options: { permission: 'x' },
  })
  const tags = defineResource('tags', base)

  test('come back in their order', () => {
    expect(defineResources([tags, users])).toEqual([tags, users])
  })

  test.each<[string, object[]]>([
    ['tags.owner: no resource "users"', [tags]],
    ['tags: declared twice', [tags, users, tags]],
    [
      'labels: the path /api/tags belongs to tags',
      [tags, users, defineResource('labels', { ...base, api: 'tags' })],
    ],
    [
      'labels.actions.move.input.target: no resource "nowhere"',
      [
        users,
        defineResource('labels', {
          ...base,
          actions: {
            move: { label: 'Move', permission: 'x', input: { target: field.reference('nowhere') } },
          },
        }),
      ],
    ],
  ])('are refused with "%s"', (message, list) => {
    expect(() => checkResources(list as never)).toThrow(message)
  })
})
