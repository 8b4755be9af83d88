import { can, defineResource, either, field, type RecordOf } from '#schema'

import { ftdDates, ftdStatus } from '../../leads/lead/ftd/ftdFields.ts'
import { failedStates } from './failedStates.ts'
import { modes } from './modes.ts'
import { sendActions } from './sendActions.ts'
import { sendJobs } from './sendJobs.ts'
import { show } from './sendViews.ts'
import { hiddenColumns, list } from './sendList.ts'
import { returnReasons } from './returnReasons.ts'
import { waitsFor } from './waitsFor.ts'

export type Send = RecordOf<typeof send>

const computed = { optional: true, computed: true } as const
const found = { ...computed, index: true } as const
const rare = { ...computed, index: 'sparse' } as const

const retry = { retry: 'pending' } as const
const stop = { cancel: 'cancelled' } as const

/** As the label of a reference to one asks for. */
const namesOfUsers = either(can('options.users.all'), can('management.user.view'))

/** A lead on its way to a department: what the engine does and what became of it (product.md 4.2). It is the queue itself. */
export const send = defineResource('sends', {
  group: 'Leads',
  label: 'Lead history',
  one: 'Send',
  plural: 'Sends',
  icon: 'history',
  api: 'lead/history',
  routes: { list: 'lead/history/search', show: 'lead/history/:id' },
  permission: 'lead.history',
  operations: ['list', 'show', 'export'],
  size: 'large',
  fields: {
    uuid: field.text({ max: 36, computed: true }),
    lead: field.reference('leads', { computed: true, index: true, search: true }),
    broker: field.reference('brokers', found),
    department: field.reference('broker_departments', {
      computed: true,
      index: true,
      covers: ['state'],
    }),
    integration: field.reference('send_integrations', found),
    integration_version: field.integer(computed),
    source: field.reference('sources', found),
    country: field.reference('countries', found),
    language: field.reference('languages', computed),
    job: field.reference('jobs', rare),
    user: field.reference('users', { ...found, label: 'Sent by' }),
    mode: field.choice(modes, { computed: true, default: 'manual', index: true }),
    state: field.states(
      {
        pending: stop,
        waiting: stop,
        retrying: stop,
        sending: {},
        sent: { return: 'returned' },
        rejected: {},
        failed: retry,
        unknown: {},
        skipped: {},
        cancelled: {},
        returned: {},
      },
      {
        index: true,
        colors: {
          pending: '#64748b',
          waiting: '#b45309',
          retrying: '#b45309',
          sending: '#1d4ed8',
          sent: '#15803d',
          rejected: '#b91c1c',
          failed: '#b91c1c',
          unknown: '#7c3aed',
          skipped: '#64748b',
          cancelled: '#64748b',
          returned: '#be185d',
        },
      },
    ),
    /** True while no other send of the lead to the department may begin: under way, accepted or unknown. */
    holds: field.boolean(computed),
    failure_status: field.text({
      ...rare,
      max: 60,
      optionList: 'sentHistoryFailureStatuses',
      visibleWhen: ({ failure_status }) => failure_status !== null,
    }),
    failure_message: field.text({ ...computed, max: 500, worded: true }),
    attempts: field.integer({ computed: true, default: 0 }),
    /** Sent again by hand, after so many attempts; its job has counted it before. */
    is_again: field.boolean({ computed: true, default: false, label: 'Sent again' }),
    attempts_before: field.integer({ computed: true, default: 0 }),
    scheduled_at: field.timestamp({ ...computed, label: 'Not before' }),
    /** Null when nothing is to be done any more. */
    next_attempt_at: field.timestamp(rare),
    /** When it began to wait for what it waits for, where it is given up after some hours (product.md 7.1). */
    waits_since: field.timestamp(computed),
    waits_for: field.derived(field.choice(waitsFor, { optional: true })),
    /** See `Wait`. */
    wait: field.derived(field.json({ ...computed, label: 'Why it waits' })),
    /** Who has paused what it waits for; null where it was paused by itself. */
    paused_by: field.derived(field.text({ ...computed, max: 190, readBy: namesOfUsers })),
    /** Of a process that makes the call; what is still `sending` after it has an unknown outcome. */
    leased_until: field.timestamp({ ...computed, index: 'sparse' }),
    /** The caps under which it holds a place. */
    reserved: field.json(computed),
    sent_at: field.timestamp(rare),
    answered_at: field.timestamp(rare),
    duration_ms: field.integer({ ...computed, label: 'Duration, ms' }),
    http_status: field.integer(rare),
    api_lead_id: field.text({
      ...computed,
      unmaskBy: 'lead.contact.view',
      exportBy: 'lead.contact.export',
      hides: 'contacts',
      index: 'lookup',
      search: 'exact',
      label: 'ID at the broker',
    }),
    /** Statuses are asked for by the broker's ids, and it told none (product.md 7.4). */
    no_broker_id: field.derived(
      field.boolean({ default: false, label: 'Sent without a broker ID' }),
    ),
    auto_login: field.secret({ ...computed, readBy: 'lead.history.payload.view' }),
    auto_login_until: field.timestamp({
      ...computed,
      readBy: 'lead.history.payload.view',
      index: 'sparse',
    }),
    price: field.text({ ...computed, max: 40 }),
    broker_status: field.text({ ...rare, optionList: 'sentLeadStatuses' }),
    status: field.reference('statuses', { ...computed, label: 'Our status' }),
    broker_status_at: field.timestamp({ ...rare, label: 'Broker status since' }),
    last_synced_at: field.timestamp(computed),
    syncs_without: field.integer({ computed: true, default: 0 }),
    missing_at_broker: field.boolean({ computed: true, default: false, index: 'sparse' }),
    ...ftdDates,
    ftd_amount: field.money({ ...computed, currency: 'ftd_currency', label: 'FTD amount' }),
    ftd_currency: field.text({ ...computed, max: 3, label: 'FTD currency' }),
    /** A deposit that is taken back keeps its day, and counts no more. */
    ftd_status: ftdStatus({
      yes: { ftd_at: { empty: false }, ftd_cancelled_at: null },
      cancelled: { ftd_cancelled_at: { empty: false } },
    }),
    /** The lead has had its first deposit at another department (product.md 9.4). */
    is_later_ftd: field.derived(field.boolean({ default: false, label: 'Later FTD' })),
    returned_at: field.timestamp(computed),
    return_reason: field.choice(returnReasons, computed),
    note: field.text({ ...computed, max: 500 }),
    /** What was thought of each department that came into question, and why not. */
    plan: field.json({ ...computed, label: 'Departments weighed' }),
    /** Departments still to be tried, in turn; only of a rotation. */
    others: field.json(computed),
    is_test: field.boolean({ computed: true, default: false, index: 'sparse', label: 'Test' }),
    send_key: field.text({ max: 80, computed: true, unique: true }),
  },
  unique: [['lead', 'department', 'holds']],
  indexes: [
    ['department', 'state', '-created_at'],
    // What is seen of the words of brokers, and when last, is read from it alone.
    ['department', 'broker_status', 'broker_status_at'],
    // What a department told last, however many sends it has.
    ['department', 'broker_status_at', 'id'],
    // The queue in its whole order: of many that are due at once, a claim reads only those it takes.
    ['integration', 'next_attempt_at', 'id'],
    ['updated_at'],
  ],
  title: '{lead} → {department}',
  list,
  hiddenColumns,
  filters: [
    'state',
    'department',
    'broker',
    'broker.affiliate_companies',
    'integration',
    'created_at',
    'source',
    'country',
    'failure_status',
    'broker_status',
    'http_status',
    'user',
    'job',
    'lead',
    'lead.email',
    'lead.phone',
    'api_lead_id',
    'missing_at_broker',
    'is_test',
    'sent_at',
    'answered_at',
    'broker_status_at',
    'ftd_at',
    'ftd_status',
    'mode',
    'language',
  ],
  form: [],
  show,
  views: {
    'Needs a check': {
      filter: { state: 'unknown', is_test: false },
      sort: 'created_at',
      // When it was called how often, and what the broker said (product.md 6.7).
      columns: [
        'lead',
        'department',
        'answered_at',
        'attempts',
        'http_status',
        'failure_status',
        'failure_message',
      ],
    },
    Waiting: {
      filter: { state: ['pending', 'waiting', 'retrying'] },
      columns: [
        'lead',
        'department',
        'state',
        'waits_for',
        'attempts',
        'integration',
        'created_at',
      ],
    },
    'Rejected and failed': { filter: { state: ['rejected', 'failed'] }, for: 'lead.failed.view' },
  },
  sort: '-created_at',
  sums: {
    leads_sent_successfully: { by: 'sent_at', where: { state: 'sent', is_test: false } },
    leads_sent_failed: {
      by: 'created_at',
      where: { state: { in: failedStates }, is_test: false },
    },
  },
  actions: sendActions,
  jobs: sendJobs,
})
