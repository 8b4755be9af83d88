import * as z from 'zod/mini'

import { defineResource, field, type RecordOf } from '#schema'

import { settingAccess } from './access.ts'
import { msg } from '../msg.ts'

export type SourceRandomStatus = RecordOf<typeof sourceRandomStatus>

const asked = msg('enter_a_weight_from_1_to_100')
const weight = z.int(asked).check(z.gte(1, asked), z.lte(100, asked))

/** Statuses with their weights: a status of weight 20 is drawn twice as often as one of weight 10. */
const rows = z.array(z.strictObject({ status: z.int().check(z.positive()), weight })).check(
  z.minLength(1, msg('name_at_least_one_status')),
  z.maxLength(20, msg('name_at_most_20_statuses')),
  z.refine(
    (list) => new Set(list.map(({ status }) => status)).size === list.length,
    msg('name_each_status_once'),
  ),
)

/**
 * Answers for test leads, or the first internal status of new ones. Never replaces what a broker
 * reported and never changes what a source is told about a live lead (product.md 9.5).
 */
export const sourceRandomStatus = defineResource('source_random_statuses', {
  group: 'Settings',
  label: 'Source random statuses',
  one: 'Source random status',
  icon: 'shuffle',
  api: 'settings/source/random/status',
  routes: { list: 'settings/source/random/statuses/search' },
  permission: 'settings.sourceRandomStatus',
  access: settingAccess('sourceRandomStatus'),
  messages: 'setting',
  fields: {
    source: field.reference('sources'),
    use: field.choice({ test_answers: 'Test answers', initial_status: 'Initial status' }),
    rows: field.json(
      {
        label: 'Statuses',
        help: 'Each status with its weight, 1 to 100.',
      },
      rows,
    ),
    delay_min: field.integer({ min: 0, max: 10_080, optional: true, label: 'Delay from, minutes' }),
    delay_max: field.integer({ min: 0, max: 10_080, optional: true, label: 'Delay to, minutes' }),
    countries: field.references('countries', { help: 'None: every country.' }),
    is_active: field.boolean({ default: true, label: 'Active' }),
  },
  title: 'use',
  list: ['id', 'source', 'use', 'rows', 'countries', 'is_active', 'updated_at'],
  hidden: ['id', 'updated_at'],
  filters: ['source', 'use', 'is_active'],
  form: ['source', 'use', 'rows', 'delay_min', 'delay_max', 'countries', 'is_active'],
})
