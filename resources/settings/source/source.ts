import { defineResource, field, from } from '#schema'

import { settingAccess } from '../access.ts'
import { sourceNumbers } from './sourceNumbers.ts'

const ownRule = (source: { own_duplicate_rule: boolean }) => source.own_duplicate_rule
const same = { visibleWhen: ownRule } as const

/** When a new lead is one that is there already (product.md 5). Empty values are like no other. */
const duplicateFields = {
  own_duplicate_rule: field.boolean({
    default: false,
    help: 'Otherwise the same e-mail or phone makes a duplicate, wherever and whenever it came.',
  }),
  same_email: field.boolean({ ...same, default: true, label: 'Same e-mail' }),
  same_phone: field.boolean({ ...same, default: true }),
  same_alt_email: field.boolean({ ...same, default: false, label: 'Same other e-mail' }),
  same_alt_phone: field.boolean({ ...same, default: false, label: 'Same other phone' }),
  same_external_id: field.boolean({ ...same, default: false, label: 'Same external ID' }),
  duplicate_match: field.choice(
    { any: 'One of them', all: 'All of them together' },
    { ...same, default: 'any', label: 'What must be the same' },
  ),
  duplicate_where: field.choice(
    { everywhere: 'Among all leads', source: 'In the same source', import: 'In the same file' },
    { ...same, default: 'everywhere', label: 'Where it is looked for' },
  ),
  duplicate_hours: field.integer({
    ...same,
    min: 1,
    max: 87_600,
    optional: true,
    label: 'Hours back',
    help: 'Empty: all time.',
  }),
  duplicate_action: field.choice(
    {
      refuse: 'Refuse it',
      fill: 'Fill what is empty in the lead that is there',
      mark: 'Accept it as new and mark it',
    },
    { ...same, default: 'refuse', label: 'What becomes of it' },
  ),
}

export const source = defineResource('sources', {
  group: 'Settings',
  icon: 'source',
  api: 'settings/source',
  routes: { list: 'settings/sources' },
  permission: 'settings.source',
  access: settingAccess('source'),
  messages: 'setting',
  mergeable: true,
  fields: {
    name: field.text({ max: 120, unique: true, search: true }),
    is_active: field.boolean({
      default: true,
      label: 'Active',
      help: 'A source that is switched off takes no new leads.',
    }),
    default_country: field.reference('countries', { optional: true }),
    default_language: field.reference('languages', { optional: true }),
    default_status: field.reference('statuses', { optional: true }),
    tags: field.references('tags', {
      onDelete: 'empty',
      help: 'New leads of this source get them.',
    }),
    show_statuses_to_source: field.boolean({ default: false }),
    daily_cap: field.integer({
      min: 1,
      max: 10_000_000,
      optional: true,
      help: 'Most leads a day, in UTC, but for tests.',
    }),
    allowed_countries: field.references('countries', {
      none: 'Every country',
    }),
    consent_required: field.boolean({
      default: from('default_country.eea', false),
      help: 'A lead needs time and text of a consent. On by default for a default country of the EEA.',
    }),
    ...duplicateFields,
    note: field.text({ multiline: true, max: 2_000, optional: true }),
    ...sourceNumbers,
  },
  title: 'name',
  list: [
    'id',
    'name',
    'is_active',
    'leads_week',
    'failed_share',
    'accepted_week',
    'ftds_week',
    'rate_week',
    'default_status',
    'default_country',
    'default_language',
    'tags',
    'show_statuses_to_source',
    'daily_cap',
    'allowed_countries',
    'consent_required',
    'note',
    'created_at',
  ],
  hiddenColumns: [
    'id',
    'default_country',
    'default_language',
    'tags',
    'show_statuses_to_source',
    'daily_cap',
    'allowed_countries',
    'consent_required',
    'note',
    'created_at',
  ],
  editableColumns: ['name', 'is_active', 'note'],
  filters: ['is_active', 'default_country', 'default_status'],
  form: {
    Source: ['name', 'is_active', 'show_statuses_to_source', 'note'],
    'New leads': ['default_status', 'default_country', 'default_language', 'tags'],
    Intake: ['daily_cap', 'allowed_countries', 'consent_required'],
    Duplicates: [
      'own_duplicate_rule',
      'same_email',
      'same_phone',
      'same_alt_email',
      'same_alt_phone',
      'same_external_id',
      'duplicate_match',
      'duplicate_where',
      'duplicate_hours',
      'duplicate_action',
    ],
  },
  sort: 'name',
  options: { permission: 'options.sources.all', fields: ['name'], activeBy: 'is_active' },
})
