import { both, can, field } from '#schema'
import { msg } from '../../msg.ts'
import { ftdDates, ftdStatus } from './ftd/ftdFields.ts'

/** Others write what they like there, and it is an e-mail address at times. */
const written = {
  max: 190,
  optional: true,
  unmaskBy: 'lead.contact.view',
  exportBy: 'lead.contact.export',
  hides: 'contacts',
} as const

/** How the lead came to us. */
export const originFields = {
  source: field.reference('sources', { index: true }),
  funnel: field.text({ max: 120, optional: true, index: 'lookup', headers: ['campaign'] }),
  comment: field.text({
    multiline: true,
    max: 2_000,
    optional: true,
    index: 'sparse',
    headers: ['note', 'notes'],
  }),
  tags: field.references('tags', { onDelete: 'empty', writeBy: 'lead.tag.update' }),
  user: field.reference('users', {
    optional: true,
    computed: true,
    index: true,
    label: 'Added by',
  }),
  department: field.reference('broker_departments', {
    optional: true,
    computed: true,
    index: 'lookup',
    label: 'Sent in by',
  }),
  import: field.reference('imports', { optional: true, computed: true, index: true }),
  external_id: field.text({
    ...written,
    max: 120,
    index: 'lookup',
    search: 'exact',
    label: 'External ID',
  }),
  click_id: field.text({ ...written, label: 'Click ID' }),
  sub_1: field.text(written),
  sub_2: field.text(written),
  sub_3: field.text(written),
  sub_4: field.text(written),
  sub_5: field.text(written),
}

const restricted = {
  optional: true,
  readBy: 'lead.sensitive.view',
  writeBy: 'lead.sensitive.update',
} as const

/** Seen and set only with permissions of their own (product.md D8). */
export const restrictedFields = {
  purchase_site: field.text({ ...restricted, max: 190 }),
  purchase_date: field.date({ ...restricted, index: 'sparse' }),
  purchase_amount: field.money({ ...restricted, index: 'sparse' }),
  recovery_amount: field.money(restricted),
  product_name: field.text({ ...restricted, max: 190 }),
  card_name: field.text({ ...restricted, max: 120 }),
  card_type: field.text({ ...restricted, max: 40 }),
  card_digits: field.text({
    ...restricted,
    max: 4,
    pattern: [/^\d{4}$/, msg('enter_exactly_the_last_four_digits')],
    help: 'The last four digits. A full number is never stored.',
  }),
}

/** How well the lead is known to be what it says. */
export const qualityFields = {
  uuid: field.text({ max: 36, optional: true, computed: true }),
  is_duplicate: field.boolean({
    default: false,
    computed: true,
    index: 'sparse',
    label: 'Accepted as a duplicate',
  }),
  raw: field.json({
    optional: true,
    computed: true,
    readBy: both(can('lead.contact.view'), can('lead.sensitive.view')),
    unmaskBy: 'lead.contact.view',
    exportBy: 'lead.contact.export',
    label: 'As received',
    help: 'What was written otherwise than it is kept.',
  }),
  generated_fields: field.words({ optional: true, computed: true, label: 'Generated values' }),
}

const moment = { optional: true, computed: true } as const
const count = { computed: true, default: 0 } as const

/** Where the lead stands. `stage` moves by itself (product.md 4.1); `status` is the label people give. */
export const stateFields = {
  stage: field.choice(
    {
      new: 'New',
      queued: 'Queued',
      sending: 'Sending',
      sent: 'Sent',
      rejected: 'Rejected',
      check_needed: 'Check needed',
      converted: 'Converted',
      blocked: 'Blocked',
      erased: 'Erased',
    },
    { computed: true, default: 'new', index: true },
  ),
  status: field.reference('statuses', {
    optional: true,
    index: true,
    writeBy: 'lead.status.update',
  }),
  broker_status: field.text({
    max: 190,
    optional: true,
    computed: true,
    index: 'sparse',
    optionList: 'sentLeadStatuses',
  }),
  status_changed_at: field.timestamp({
    ...moment,
    index: true,
    outOfHistory: true,
  }),
  status_department: field.reference('broker_departments', {
    ...moment,
    index: 'sparse',
    label: 'Status told by',
    help: 'The department whose broker told it.',
  }),
  not_available_till: field.timestamp({ optional: true, index: 'sparse' }),
  availability: field.derived(field.choice({ now: 'Available now', later: 'Not available' }), {
    from: 'sql',
    filteredBy: {
      filters: {
        now: (now) => ({
          any: [{ not_available_till: null }, { not_available_till: { to: now } }],
        }),
        later: (now) => ({ not_available_till: { from: now } }),
      },
    },
  }),
  is_test: field.boolean({ default: false, index: 'sparse', label: 'Test' }),
  sends_count: field.integer({ ...count, label: 'Sends' }),
  accepted_count: field.integer({ ...count, label: 'Accepted' }),
  acceptance: field.derived(field.text({ optional: true, label: 'Accepted of sends' })),
  last_sent_at: field.timestamp({ ...moment, index: 'sparse' }),
  api_lead_id: field.text({
    ...written,
    computed: true,
    index: 'lookup',
    search: 'exact',
    label: 'ID at the broker',
  }),
  last_department: field.reference('broker_departments', {
    ...moment,
    index: 'sparse',
  }),
  sent_departments: field.references('broker_departments', {
    computed: true,
    onDelete: 'empty',
    label: 'Sent to departments',
    without: 'Not sent to departments',
  }),
  sent_brokers: field.references('brokers', {
    computed: true,
    onDelete: 'empty',
    label: 'Sent to brokers',
    without: 'Not sent to brokers',
  }),
  send_result: field.choice(
    {
      never: 'Never sent',
      accepted: 'Accepted',
      rejected: 'Rejected',
      failed: 'Failed',
      unknown: 'Unknown',
    },
    { computed: true, default: 'never', index: true },
  ),
  failure_status: field.text({
    ...moment,
    max: 60,
    index: 'sparse',
    optionList: 'sentHistoryFailureStatuses',
    help: 'Of the last send, unless it was accepted.',
    visibleWhen: (one) => one['failure_status'] !== null,
  }),
  ...ftdDates,
  ftd_department: field.reference('broker_departments', {
    ...moment,
    index: 'sparse',
    label: 'FTD at',
  }),
  /** A deposit that is taken back leaves its day, unless another follows. */
  ftd_status: ftdStatus({
    yes: { ftd_at: { empty: false } },
    cancelled: { ftd_at: null, ftd_cancelled_at: { empty: false } },
  }),
}

/** Proof that the person agreed (product.md 15.4). */
export const consentFields = {
  consent_at: field.timestamp({ optional: true, index: 'sparse', label: 'Consent given' }),
  consent_text: field.text({ multiline: true, max: 2_000, optional: true }),
  consent_url: field.url({ optional: true, label: 'Consent page' }),
  consent_ip: field.text({
    max: 45,
    optional: true,
    unmaskBy: 'lead.contact.view',
    exportBy: 'lead.contact.export',
    label: 'Consent IP address',
  }),
}
