import { defineResource, field, related, type RecordOf } from '#schema'

import {
  answerFields,
  breakerFields,
  extractionFields,
  limitFields,
  retryFields,
} from './fields/answerFields.ts'
import { msg } from '../../msg.ts'
import { batchFields } from './fields/batchFields.ts'
import { integrationActions } from './integrationActions.ts'
import { callsOfIntegration, folded, formTabs, sections } from './integrationLayout.ts'
import { integrationNumbers } from './integrationNumbers.ts'
import { mappingFields } from './fields/mappingFields.ts'
import { postbackFields, pullFields } from './fields/pullFields.ts'
import { authFields, requestFields } from './fields/requestFields.ts'

export type Integration = RecordOf<typeof integration>

const computed = { optional: true, computed: true } as const

const notes = ['contact', 'documentation_url', 'note'] as const

/** How leads reach a department of a broker: the call, what is sent, and what its answers mean (product.md 7). */
export const integration = defineResource('send_integrations', {
  group: 'Brokers',
  icon: 'bolt',
  api: 'send/integration',
  routes: {
    list: 'send/integration/search',
    create: 'send/integration/create',
    show: 'send/integration/:id',
    edit: 'send/integration/:id/edit',
  },
  permission: 'send.integration',
  closed: {
    when: ({ state }) => state === 'archived',
    refusal: msg('this_integration_is_archived'),
  },
  operations: ['list', 'show', 'create', 'edit', 'export'],
  fields: {
    name: field.text({ max: 120, unique: true, search: true }),
    department: field.reference('broker_departments'),
    broker: field.reference('brokers', computed),
    template: field.choice(
      {
        custom: 'Custom',
        trackbox: 'TrackBox-like',
        hypernet: 'HyperNet-like',
        irev: 'irev-like',
        crmate: 'CRMate-like',
        generic: 'Generic',
      },
      { default: 'custom', help: 'Fills the rest, all of which you may change.' },
    ),
    environment: field.choice(
      { live: 'Live', test: 'Test' },
      { default: 'live', help: 'Test takes test leads only.' },
    ),
    state: field.states(
      {
        draft: { archive: 'archived' },
        tested: { activate: 'active', archive: 'archived' },
        active: { pause: 'paused', archive: 'archived' },
        paused: { activate: 'active', archive: 'archived' },
        auto_paused: { activate: 'active', archive: 'archived' },
        archived: {},
      },
      {
        colors: {
          draft: '#64748b',
          tested: '#1d4ed8',
          active: '#15803d',
          paused: '#b45309',
          auto_paused: '#b91c1c',
          archived: '#64748b',
        },
      },
    ),
    pause_reason: field.text({ ...computed, max: 300 }),
    push_active: field.boolean({ default: true, label: 'Push on' }),
    tested_at: field.timestamp(computed),
    /** Counts the saves; each is kept as a version. */
    revision: field.integer({ computed: true, default: 1, label: 'Version' }),
    ...requestFields,
    ...authFields,
    ...mappingFields,
    ...answerFields,
    ...extractionFields,
    ...retryFields,
    ...limitFields,
    ...breakerFields,
    ...batchFields,
    ...pullFields,
    ...postbackFields,
    postback_key: field.text({
      max: 60,
      optional: true,
      computed: true,
      unique: true,
      label: 'Address for postbacks',
      outOfFiles: true,
      // Who has it can tell us of deposits.
      readBy: 'send.integration.update',
    }),
    contact: field.text({ optional: true }),
    documentation_url: field.url({ optional: true, label: 'Documentation' }),
    note: field.text({ multiline: true, max: 4_000, optional: true }),
    push_ok_at: field.timestamp({ ...computed, label: 'Last sent well' }),
    push_failed_at: field.timestamp({ ...computed, label: 'Last failed' }),
    pulled_at: field.timestamp({ ...computed, label: 'Last statuses' }),
    ftd_pulled_at: field.timestamp({ ...computed, label: 'Last deposits' }),
    pull_problem: field.text({ ...computed, max: 500 }),
    pull_failures: field.integer({ computed: true, default: 0 }),
    pull_rows: field.integer({ ...computed, label: 'Rows of the last run' }),
    /** Of an integration with a rate: no call before. */
    next_call_at: field.timestamp(computed),
    pull_unmatched: field.integer({ ...computed, label: 'Rows that are no lead of ours' }),
    /** Days that are asked for; null when nothing is to be asked. */
    pull_asked: field.integer(computed),
    pull_begun_at: field.timestamp(computed),
    /** Of the last run over a month. */
    pull_wide_at: field.timestamp(computed),
    pull_leased_until: field.timestamp(computed),
    errors_in_row: field.integer({ computed: true, default: 0, label: 'Errors in a row' }),
    rejections_in_row: field.integer({ computed: true, default: 0, label: 'Rejections in a row' }),
    /** The last outcomes, a letter each, the newest last. */
    recent: field.text({ ...computed, max: 100, label: 'Last 24 hours' }),
    ...integrationNumbers,
  },
  title: 'name',
  list: [
    'id',
    'name',
    'broker',
    'department',
    'template',
    'environment',
    'state',
    'health',
    'recent',
    'unmapped',
    'push_failed_at',
    'push_active',
    'pull_active',
    'ftd_active',
    'push_ok_at',
    'pulled_at',
    'ftd_pulled_at',
    'revision',
    'answer_ms',
    'updated_at',
  ],
  hiddenColumns: ['id', 'template', 'environment', 'health', 'revision', 'answer_ms', 'updated_at'],
  editableColumns: ['push_active', 'pull_active', 'ftd_active'],
  filters: ['broker', 'department', 'state', 'health', 'template', 'environment'],
  // With what stands still first: the morning of an integrator (product.md 16.1).
  views: {
    'Needs attention': {
      filter: { health: ['broken', 'trouble'] },
      sort: '-health',
      columns: ['name', 'department', 'state', 'health', 'recent', 'push_failed_at', 'unmapped'],
    },
  },
  form: {
    General: ['name', 'department', 'template', 'environment', 'push_active'],
    Notes: notes,
    ...sections,
  },
  formTabs,
  folded,
  show: {
    General: [
      'name',
      'broker',
      'department',
      'template',
      'environment',
      'push_active',
      'tested_at',
    ],
    Health: [
      'push_ok_at',
      'push_failed_at',
      'pulled_at',
      'ftd_pulled_at',
      'pull_problem',
      'pull_rows',
      'pull_unmatched',
      'missing',
      'unmapped',
      'postbacks_waiting',
      'answer_ms',
      'errors_in_row',
      'rejections_in_row',
    ],
    ...sections,
    Postback: ['postback_key', ...sections.Postback],
    Notes: notes,
    'Secret headers': related('integration_secrets', { by: 'integration', create: true }),
    Calls: related('requests', { by: 'integration', list: callsOfIntegration }),
  },
  showTabs: true,
  duplicate: false,
  sort: 'name',
  options: {
    permission: 'options.integrations.all',
    fields: ['name', 'department'],
  },
  actions: integrationActions,
})
