import { both, can, defineResource, field, nobody, type Field, type RecordOf } from '#schema'

import { lead } from '../lead/lead.ts'
import { form, tracking, importFields } from '../lead/leadViews.ts'
import { reasons } from './reasons.ts'
import { msg } from '../../msg.ts'

export type FailedLead = RecordOf<typeof failedLead>

type Name = (typeof importFields)[number]

/** What was given for each field of a lead, as it was written: seen, revealed and exported like the lead's own. */
const given = Object.fromEntries(
  importFields.map((name) => [name, asGiven(lead.fields[name])]),
) as {
  [Key in Name]: ReturnType<typeof asGiven>
}

function asGiven({ options }: Field) {
  const { label, readBy, writeBy, unmaskBy, exportBy, hides } = options
  return field.text({
    max: 2_000,
    optional: true,
    ...(label && { label }),
    ...(readBy && { readBy }),
    ...(writeBy && { writeBy }),
    ...(unmaskBy && { unmaskBy }),
    ...(exportBy && { exportBy }),
    ...(hides && { hides }),
  })
}

/** Everything that came is for those who may see everything of a lead. */
const readBy = both(can('lead.contact.view'), can('lead.sensitive.view'))
const masked = { unmaskBy: 'lead.contact.view', exportBy: 'lead.contact.export' } as const
const whole = { ...masked, optional: true, computed: true, readBy } as const
const came = { optional: true, computed: true, index: true } as const
const contact = { ...masked, optional: true, search: true, index: true } as const

/** What goes after ninety days (product.md 15.3): what is left counts. */
export const personal = [...importFields, 'contact_keys', 'payload', 'settings'] as const

const own = {
  Contact: [...form.Contact, 'phone_prefix'],
  Address: form.Address,
  Origin: [...form.Origin, ...tracking],
  Restricted: form.Restricted,
  Consent: form.Consent,
} as const

const isOpen = ({ stage }: { stage: string }) => stage === 'open'

const duplicates: ReadonlySet<string> = new Set([
  'duplicate',
  'duplicate_in_file',
  'duplicate_processing',
])

/** What comes of one that passes intake after all. */
const became = {
  lead: field.reference('leads', { optional: true, label: 'Became' }),
  remark: field.text({ max: 2_000, optional: true }),
}

/** What did not pass intake (product.md 5): a lead in the words in which it came, and why it is none. */
export const failedLead = defineResource('failed_leads', {
  group: 'Leads',
  icon: 'report',
  api: 'failed/lead',
  routes: { list: 'failed/lead/search', show: 'failed/lead/single/:id' },
  permission: 'failed.lead',
  operations: ['list', 'show', 'edit', 'export'],
  closed: { when: (record) => !isOpen(record), refusal: msg('this_is_settled_already') },
  size: 'large',
  fields: {
    ...given,
    first_name: field.text({ max: 2_000, optional: true, search: true }),
    last_name: field.text({ max: 2_000, optional: true, search: true }),
    email: field.email({ ...contact, label: 'E-mail' }),
    phone: field.text({ ...contact, max: 2_000, index: 'lookup' }),
    country: field.text({ max: 2_000, optional: true, help: 'As it was given.' }),
    origin: field.choice(
      { import: 'Import', api: 'API', manual: 'By hand' },
      { computed: true, index: true },
    ),
    source: field.reference('sources', { optional: true, index: true }),
    department: field.reference('broker_departments', came),
    user: field.reference('users', { ...came, label: 'Brought by' }),
    import: field.reference('imports', came),
    row_number: field.integer({ optional: true, computed: true, label: 'Row' }),
    is_test: field.boolean({ default: false, computed: true, index: 'sparse', label: 'Test' }),
    reason_code: field.choice(reasons, { computed: true, index: true, label: 'Reason' }),
    reason: field.text({ max: 2_000, computed: true, worded: true, label: 'In words' }),
    // Which lead has a contact is for those to know who may see contacts.
    matched_lead: field.reference('leads', { ...came, readBy: 'lead.contact.view' }),
    lead: field.reference('leads', { optional: true, computed: true, label: 'Became' }),
    stage: field.states(
      { open: { discard: 'discarded' }, fixed: {}, discarded: {} },
      {
        label: 'State',
        index: true,
        colors: { open: '#b45309', fixed: '#15803d', discarded: '#64748b' },
      },
    ),
    payload: field.json({ ...whole, label: 'As received' }),
    settings: field.json(whole),
    // How a person is found among what came, however it was written (product.md 15.3).
    contact_keys: field.words({
      max: 4,
      each: 64,
      optional: true,
      computed: true,
      index: true,
      outOfFiles: true,
      readBy: nobody,
    }),
  },
  title: ['first_name', 'last_name'],
  titleColumn: 'Name',
  list: [
    'id',
    'created_at',
    'first_name',
    'reason_code',
    'stage',
    'reason',
    'email',
    'phone',
    'country',
    'source',
    'matched_lead',
    'lead',
    'origin',
    'import',
    'row_number',
    'department',
    'user',
    'is_test',
  ],
  hiddenColumns: ['id', 'lead', 'origin', 'import', 'row_number', 'department', 'user', 'is_test'],
  filters: [
    'stage',
    'reason_code',
    'source',
    'created_at',
    'origin',
    'import',
    'user',
    'department',
    'email',
    'is_test',
  ],
  form: own,
  show: {
    Refusal: ['stage', 'reason_code', 'reason', 'matched_lead', 'lead'],
    ...own,
    Received: [
      'origin',
      'import',
      'row_number',
      'department',
      'user',
      'created_at',
      'is_test',
      'payload',
    ],
  },
  sort: '-created_at',
  sums: {
    failed_leads: { by: 'created_at', where: { is_test: false } },
    failed_leads_by_source: { by: 'created_at', where: { is_test: false }, per: 'source' },
  },
  actions: {
    discard: {
      label: 'Discard',
      permission: 'failed.lead.delete',
      deletes: true,
      done: 'It is discarded, and kept for the record',
    },
    retry: {
      label: 'Try again',
      permission: 'failed.lead.update',
      bulk: true,
      when: isOpen,
      answer: became,
      done: 'It has become a lead',
    },
    retry_in_country: {
      label: 'Try again with a default country',
      permission: 'failed.lead.update',
      bulk: true,
      input: { country: field.reference('countries') },
      when: isOpen,
      answer: became,
      done: 'It has become a lead',
    },
    accept: {
      label: 'Accept as new',
      permission: 'failed.lead.accept',
      bulk: true,
      when: (r) => isOpen(r) && duplicates.has(r.reason_code),
      answer: became,
      done: 'It has become a lead, marked as a duplicate',
    },
  },
})
