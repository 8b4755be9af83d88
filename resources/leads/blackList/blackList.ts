import { defineResource, field, type RecordOf } from '#schema'

import { msg } from '../../msg.ts'

export type BlackListEntry = RecordOf<typeof blackList>

/** By what an entry knows whom it forbids. */
export const entryTypes = {
  email: 'E-mail',
  phone: 'Phone',
  email_domain: 'E-mail domain',
  phone_prefix: 'Phone prefix',
  ip: 'IP address',
  name_and_birth_date: 'Name and date of birth',
  sha256: 'SHA-256 of an e-mail or a phone',
}

/** Whether no index finds the leads of an entry: all leads are looked through. */
export const isLookedFor = ({ type }: { readonly type: keyof typeof entryTypes }) =>
  type === 'email_domain' || type === 'sha256'

/** Where an entry forbids. */
const scopes = {
  all: 'Everywhere',
  source: 'A source',
  broker: 'A broker',
  department: 'A department',
}

/** The message at each of them. */
export const entryStays = msg('an_entry_stays_what_it_is')

/** More leads under an entry than these are not counted before it is made. */
export const countedLeads = 10_000

/** Whom an entry keeps out, where, and who wanted it: for another one it is taken off, with a reason (product.md 11.8). */
export const fixedFields = [
  'type',
  'value',
  'scope',
  'source',
  'broker',
  'department',
  'block_existing',
  'origin',
] as const

const computed = { optional: true, computed: true } as const

/** Whom we must not take in or send (product.md 11.8, 15.3): kept as fingerprints, shown masked, never readable again. */
export const blackList = defineResource('black_list', {
  one: 'Black list entry',
  plural: 'Black list entries',
  group: 'Leads',
  icon: 'block',
  api: 'lead/black_list',
  routes: { list: 'lead/black_list' },
  permission: 'lead.black_list',
  operations: ['list', 'show', 'create', 'edit', 'export', 'import'],
  softDelete: true,
  size: 'large',
  fields: {
    type: field.choice(entryTypes, { default: 'email', index: true }),
    value: field.text({
      max: 300,
      headers: ['email', 'e-mail address', 'phone', 'phone number', 'telephone', 'hash', 'sha256'],
      help: 'Kept as a fingerprint and shown masked. A phone with its country code; a name like "Ann Lee 1990-01-31".',
    }),
    // By its name refused rows are told what they repeat.
    hash: field.text({
      ...computed,
      label: 'Value (hash)',
      max: 64,
      index: 'lookup',
      readBy: 'lead.black_list.export',
    }),
    scope: field.choice(scopes, { default: 'all', index: true }),
    source: field.reference('sources', {
      optional: true,
      visibleWhen: ({ scope }) => scope === 'source',
      requiredWhen: ({ scope }) => scope === 'source',
    }),
    broker: field.reference('brokers', {
      optional: true,
      visibleWhen: ({ scope }) => scope === 'broker',
      requiredWhen: ({ scope }) => scope === 'broker',
    }),
    department: field.reference('broker_departments', {
      optional: true,
      visibleWhen: ({ scope }) => scope === 'department',
      requiredWhen: ({ scope }) => scope === 'department',
    }),
    reason: field.text({ min: 3, max: 200 }),
    origin: field.choice(
      {
        manual: 'By hand',
        import: 'Import',
        status: 'Status',
        request: 'Request of the person',
      },
      { default: 'manual', index: true },
    ),
    import: field.reference('imports', { ...computed, index: 'sparse' }),
    expires_at: field.timestamp({
      optional: true,
      index: 'sparse',
      help: 'Empty: never. When it is over, the leads that it alone blocks are free again.',
    }),
    freed_at: field.timestamp({ ...computed, label: 'Leads set free' }),
    block_existing: field.boolean({
      default: true,
      label: 'Also block existing leads',
      help: 'Of entries that hold everywhere: e-mails and phones, their domains and prefixes.',
    }),
    hits: field.integer({ computed: true, default: 0 }),
    last_hit_at: field.timestamp(computed),
    user: field.reference('users', { ...computed, index: true, label: 'Added by' }),
  },
  title: 'value',
  list: [
    'id',
    'type',
    'value',
    'scope',
    'source',
    'broker',
    'department',
    'reason',
    'origin',
    'expires_at',
    'hits',
    'created_at',
    'last_hit_at',
    'user',
    'import',
    'hash',
  ],
  hiddenColumns: ['id', 'source', 'broker', 'department', 'last_hit_at', 'user', 'import', 'hash'],
  filters: ['type', 'scope', 'origin', 'import', 'user', 'created_at'],
  form: {
    Entry: ['type', 'value', 'scope', 'source', 'broker', 'department', 'block_existing'],
    Why: ['reason', 'origin', 'expires_at'],
  },
  show: {
    Entry: ['type', 'value', 'scope', 'source', 'broker', 'department'],
    Why: ['reason', 'origin', 'expires_at', 'freed_at', 'user', 'created_at'],
    Hits: ['hits', 'last_hit_at'],
  },
  sort: '-created_at',
  import: {
    fields: ['value', 'reason', 'expires_at'],
    keys: ['hash'],
    settings: [
      'type',
      'scope',
      'source',
      'broker',
      'department',
      'reason',
      'origin',
      'expires_at',
      'block_existing',
    ],
    origin: 'import',
    importer: 'user',
  },
  jobs: {
    block: {
      label: 'Block leads that are there',
      asked: { entry: field.integer(), import: field.integer() },
    },
  },
  actions: {
    check: {
      on: 'list',
      label: 'Is it listed?',
      permission: 'lead.black_list.view',
      input: {
        contact: field.text({
          max: 300,
          label: 'E-mail or phone with country code',
          unmaskBy: 'lead.contact.view',
        }),
      },
      answer: {
        listed: field.boolean({ label: 'Listed' }),
        entry: field.reference('black_list', { optional: true }),
        scope: field.choice(scopes, { optional: true }),
        source: field.reference('sources', { optional: true }),
        broker: field.reference('brokers', { optional: true }),
        department: field.reference('broker_departments', { optional: true }),
        reason: field.text({ optional: true }),
        leads: field.integer({ label: 'Leads with it' }),
      },
    },
    remove: {
      label: 'Take off the list',
      permission: 'lead.black_list.delete',
      deletes: true,
      bulk: true,
      input: { reason: field.text({ min: 3, max: 200 }) },
      done: 'The entry is taken off the list',
    },
  },
})
