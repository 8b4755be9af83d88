import { defineResource, field, kindNames, type KindName, type User } from '#schema'

import type { Row } from '../../../src/browser/client/records/row.ts'

export const tag = defineResource('tags', {
  api: 'settings/tag',
  routes: { list: 'settings/tags' },
  permission: 'tag',
  fields: { name: field.text(), color: field.color() },
  title: 'name',
  withTitle: ['color'],
  list: ['id', 'name', 'color'],
  form: ['name', 'color'],
  sort: 'name',
  messages: 'setting',
  options: { permission: 'options.tags' },
})

/** A resource with a field of every kind, named after the kind. */
export const thing = defineResource('things', {
  api: 'store/thing',
  routes: { list: 'store/things' },
  permission: 'thing',
  softDelete: true,
  fields: {
    text: field.text({ search: true, max: 190 }),
    email: field.email({ optional: true, unmaskBy: 'thing.contact' }),
    phone: field.phone({ optional: true, readBy: 'thing.phone' }),
    url: field.url({ optional: true }),
    integer: field.integer({ optional: true }),
    money: field.money({ optional: true, currency: 'EUR' }),
    boolean: field.boolean({ default: false }),
    choice: field.choice({ new: 'Brand new', old: 'Old' }, { default: 'new' }),
    date: field.date({ optional: true }),
    timestamp: field.timestamp({ optional: true }),
    color: field.color({ optional: true }),
    country: field.country({ optional: true }),
    json: field.json({ optional: true }),
    decimal: field.decimal({ optional: true, digits: 4 }),
    time: field.time({ optional: true }),
    timeZone: field.timeZone({ optional: true, label: 'Timezone' }),
    words: field.words({ optional: true }),
    rows: field.rows(
      {
        day: field.choice({ mon: 'Mon', tue: 'Tue' }),
        from: field.integer({ min: 0, max: 24 }),
        to: field.integer({ min: 0, max: 24 }),
        price: field.money({ optional: true }),
      },
      { optional: true, max: 4 },
    ),
    ips: field.ips({ optional: true }),
    urls: field.urls({ optional: true }),
    reference: field.reference('tags', { optional: true }),
    references: field.references('tags'),
    password: field.password({ optional: true }),
    secret: field.secret({ optional: true }),
    progress: field.progress({ optional: true }),
    richText: field.richText({ optional: true, label: 'Rich text' }),
    file: field.file({ optional: true, megabytes: 1 }),
    image: field.image({ optional: true }),
    note: field.text({ optional: true, multiline: true, writeBy: 'thing.note' }),
  },
  title: 'text',
  list: [
    'id',
    'text',
    'email',
    'phone',
    'money',
    'date',
    'timestamp',
    'reference',
    'references',
    'color',
    'note',
  ],
  hiddenColumns: ['color'],
  editableColumns: ['text', 'money', 'reference', 'references', 'note'],
  filters: [
    'text',
    'email',
    'integer',
    'boolean',
    'choice',
    'timestamp',
    'country',
    'json',
    'ips',
    'reference',
    'id',
    'phone',
  ],
  form: {
    Main: [
      'text',
      'email',
      'phone',
      'url',
      'integer',
      'money',
      'boolean',
      'choice',
      'date',
      'timestamp',
    ],
    More: [
      'color',
      'country',
      'json',
      'decimal',
      'time',
      'timeZone',
      'words',
      'rows',
      'ips',
      'urls',
      'reference',
      'references',
      'password',
      'secret',
      'progress',
      'richText',
      'file',
      'image',
      'note',
    ],
  },
  sort: '-created_at',
  phoneCountry: ['country', 'reference.name'],
  operations: ['list', 'show', 'create', 'edit', 'delete', 'export', 'import'],
  actions: {
    polish: { label: 'Polish', permission: 'thing.polish', bulk: true },
    price: {
      label: 'Set price',
      permission: 'thing.price',
      input: { amount: field.money({ label: 'New price' }) },
      when: ({ choice }: { choice: string }) => choice === 'new',
    },
  },
  import: {
    fields: ['text', 'email', 'phone', 'money', 'date'],
    settings: ['choice', 'reference'],
    mark: 'boolean',
    markBy: 'thing.mark',
    origin: 'integer',
    outcomes: {
      label: 'What became of them',
      permission: 'thing.told',
      fields: {
        place: field.text({ label: 'Place that tells it' }),
        code: field.text({ optional: true, label: 'Code there' }),
        sold_at: field.date({ optional: true, headers: ['sold'] }),
      },
      settings: ['place'],
      needs: [['code'], ['sold_at']],
    },
  },
})

export const job = defineResource('jobs', {
  api: 'profile/job',
  routes: { list: 'profile/jobs' },
  permission: 'job',
  fields: {
    name: field.text({ computed: true }),
    state: field.choice({ running: 'Running', finished: 'Finished' }, { computed: true }),
    progress: field.progress({ computed: true }),
  },
  title: 'name',
  list: ['id', 'name', 'state', 'progress'],
  form: [],
  operations: ['list', 'show'],
})

/** So many records that a list is sorted and filtered by what has an index. */
const crowd = defineResource('crowds', {
  api: 'store/crowd',
  routes: { list: 'store/crowds' },
  permission: 'thing',
  size: 'large',
  fields: {
    text: field.text({ index: true }),
    email: field.email({ optional: true, unmaskBy: 'thing.contact' }),
    integer: field.integer({ optional: true }),
    json: field.json({ optional: true }),
  },
  title: 'text',
  list: ['text', 'email', 'integer', 'json'],
  filters: ['text'],
  form: ['text'],
  sort: '-created_at',
})

export const resources = [tag, thing, job, crowd]

export const values: Record<KindName, unknown> = {
  text: 'A small lamp',
  email: 'ada@example.com',
  phone: '+442079460958',
  url: 'https://example.com/lamp',
  integer: 12_345,
  money: 1250.5,
  boolean: true,
  choice: 'new',
  date: '2026-01-31',
  timestamp: '2026-01-31T14:30:00Z',
  color: '#64748b',
  country: 'DE',
  json: { watt: 40 },
  decimal: 1234.5,
  time: '09:30',
  timeZone: 'Europe/Berlin',
  words: ['night shift', 'B2B'],
  rows: [
    { day: 'mon', from: 9, to: 18, price: null },
    { day: 'tue', from: 10, to: 14, price: 2.5 },
  ],
  ips: ['203.0.113.7'],
  urls: ['https://a.example'],
  reference: 1,
  references: [1, 2],
  password: undefined,
  secret: { set: true, last4: '9f3a' },
  progress: 42,
  richText: '<p>A <strong>small</strong> lamp</p>',
  file: {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'lease.pdf',
    size: 2_048,
    type: 'application/pdf',
  },
  image: {
    id: '00000000-0000-4000-8000-000000000002',
    name: 'lamp.png',
    size: 2_048,
    type: 'image/png',
  },
}

export const kinds = kindNames

const vip = { id: 1, label: 'VIP', color: '#111111' }
const cold = { id: 2, label: 'Cold', color: '#eeeeee' }

export function lamp(changes: Partial<Row> = {}): Row {
  return {
    id: 7,
    version: 3,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    note: 'By the window',
    ...values,
    labels: { reference: vip, references: [vip, cold] },
    ...changes,
  }
}

export const bigLamp = (): Row => lamp({ id: 8, text: 'A big lamp', version: 5 })

export function userWith(...permissions: string[]): User {
  return {
    id: 5,
    name: 'Ada',
    email: 'ada@example.com',
    permissions: new Set(permissions),
  }
}

export const everything = [
  'thing.view',
  'thing.create',
  'thing.update',
  'thing.delete',
  'thing.export',
  'thing.import',
  'thing.contact',
  'thing.phone',
  'thing.note',
  'thing.polish',
  'thing.price',
  'thing.mark',
  'tag.view',
  'tag.create',
  'tag.update',
  'tag.delete',
  'options.tags',
  'job.view',
]

/** Somebody who may do everything but this. */
export const without = (...names: string[]): User =>
  userWith(...everything.filter((one) => !names.includes(one)))

/** What is sent with every call that begins work. */
export const aKey = /^[0-9a-f]{32}$/
