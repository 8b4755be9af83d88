import { both, can, defineResource, either, field, type RecordOf } from '#schema'

import { settingAccess } from '../access.ts'

export type SourceRandomStatus = RecordOf<typeof sourceRandomStatus>

const access = settingAccess('sourceRandomStatus')

/**
 * Answers for test leads, or the first internal status of new ones. Never replaces what a broker
 * reported and never changes what a source is told about a live lead (product.md 9.5).
 */
export const sourceRandomStatus = defineResource('source_random_statuses', {
  group: 'Settings',
  icon: 'shuffle',
  api: 'settings/source/random/status',
  routes: { list: 'settings/source/random/statuses/search' },
  permission: 'settings.sourceRandomStatus',
  access,
  messages: 'setting',
  fields: {
    source: field.reference('sources'),
    use: field.choice({ test_answers: 'Test answers', initial_status: 'Initial status' }),
    rows: field.lines('source_random_status_rows', {
      by: 'rule',
      fields: ['status', 'weight'],
      min: 1,
      max: 20,
      position: 'position',
      label: 'Statuses',
      help: 'A status of weight 20 is drawn twice as often as one of 10.',
    }),
    delay_min: field.integer({
      min: 0,
      max: 10_080,
      optional: true,
      label: 'Delay from, minutes',
      visibleWhen: ({ use }) => use === 'test_answers',
    }),
    delay_max: field.integer({
      min: 0,
      max: 10_080,
      optional: true,
      label: 'Delay to, minutes',
      visibleWhen: ({ use }) => use === 'test_answers',
    }),
    countries: field.references('countries', { none: 'Every country' }),
    is_active: field.boolean({ default: true, label: 'Active' }),
    drawn: field.derived(field.integer({ default: 0, readBy: 'lead.view' })),
  },
  title: '{source} – {use}',
  list: ['id', 'source', 'use', 'rows', 'countries', 'is_active', 'drawn', 'updated_at'],
  hiddenColumns: ['id', 'updated_at'],
  filters: ['source', 'use', 'is_active'],
  form: ['source', 'use', 'rows', 'delay_min', 'delay_max', 'countries', 'is_active'],
  checks: [
    {
      on: 'delay_max',
      unless: ({ delay_min, delay_max }) => (delay_min ?? 0) <= (delay_max ?? Infinity),
      message: 'The delay ends before it begins',
    },
  ],
  actions: {
    draw: {
      label: 'Draw 100',
      confirm: 'A hundred statuses are drawn, and no lead is changed.',
      permission: both(can('settings.sourceRandomStatus.view'), access.list),
      answer: {
        drawn: field.rows({
          status: field.text(),
          weight: field.integer(),
          drawn: field.integer({ label: 'Drawn of 100' }),
        }),
      },
    },
  },
})

const mayChange = either(access.create, access.edit)

/** A status that is drawn, and how often. */
export const sourceRandomStatusRow = defineResource('source_random_status_rows', {
  api: 'settings/source/random/status/row',
  routes: { list: 'settings/source/random/status/rows' },
  permission: 'settings.sourceRandomStatus',
  access: { ...access, create: mayChange, edit: mayChange, delete: mayChange },
  messages: 'setting',
  fields: {
    rule: field.reference('source_random_statuses', { onDelete: 'cascade', outOfForm: true }),
    position: field.integer({ min: 1, max: 1_000, default: 1 }),
    status: field.reference('statuses'),
    weight: field.integer({ min: 1, max: 100, default: 10 }),
  },
  unique: [['rule', 'status']],
  title: '{status}: {weight}',
  list: ['rule', 'status', 'weight'],
  form: ['status', 'weight', 'position'],
  sort: 'position',
})
