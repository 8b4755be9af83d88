import { both, can, defineResource, either, field, type RecordOf } from '#schema'

import {
  consentFields,
  originFields,
  qualityFields,
  restrictedFields,
  stateFields,
} from './businessFields.ts'
import { leadOutcomes } from '../../sending/sync/leadOutcomes.ts'
import { ftdInput } from './ftdInput.ts'
import { contactFields, placeFields } from './contactFields.ts'
import { form, hidden, importFields, list, show } from './leadViews.ts'
import { msg } from '../../msg.ts'

export type Lead = RecordOf<typeof lead>

/** Whoever answers requests of persons sees every value. */
const seesWhole = both(
  can('lead.erase'),
  both(can('lead.contact.view'), can('lead.sensitive.view')),
)

export const lead = defineResource('leads', {
  group: 'Leads',
  icon: 'person',
  api: 'lead',
  routes: { list: 'lead/search', show: 'lead/single/:id' },
  permission: 'lead',
  access: {
    show: can('lead.single.view'),
    import: either(can('lead.import'), can('lead.importThenSend')),
  },
  operations: ['list', 'show', 'create', 'edit', 'delete', 'export', 'import'],
  size: 'large',
  softDelete: true,
  fields: {
    ...contactFields,
    ...placeFields,
    ...originFields,
    ...stateFields,
    ...restrictedFields,
    ...consentFields,
    ...qualityFields,
  },
  title: ['first_name', 'last_name'],
  titleColumn: 'Name',
  list,
  hidden,
  inline: ['status', 'comment', 'not_available_till'],
  filters: [
    'id',
    'created_at',
    'stage',
    'source',
    'status',
    'country',
    'language',
    'tags',
    'user',
    'import',
    'email',
    'phone',
    'sent_departments',
    'sent_brokers',
    'sent_brokers.affiliate_companies',
    'last_department',
    'send_result',
    'failure_status',
    'broker_status',
    'not_available_till',
    'last_sent_at',
    'ftd_at',
    'status_changed_at',
    'funnel',
    'external_id',
    'is_test',
    'age',
    'consent_at',
    'purchase_date',
    'purchase_amount',
  ],
  tabs: 'status',
  form,
  show,
  showTabs: true,
  folded: ['Restricted', 'Consent'],
  sort: '-created_at',
  counted: {
    leads: 'created_at',
    ftds: 'ftd_at',
    test_leads: { by: 'created_at', where: { is_test: true } },
    test_ftds: { by: 'ftd_at', where: { is_test: true } },
    leads_by_source: { by: 'created_at', where: { is_test: false }, per: 'source' },
    leads_by_country: { by: 'created_at', where: { is_test: false }, per: 'country' },
    leads_by_status: { by: 'created_at', where: { is_test: false }, per: 'status' },
  },
  phoneCountry: ['country', 'phone_prefix', 'source.default_country'],
  raw: 'raw',
  import: {
    fields: importFields,
    keys: ['email_key', 'phone_key'],
    origin: 'import',
    importer: 'user',
    outcomes: leadOutcomes,
    undo: { own: 'lead.import.undo', all: 'lead.import.undo.all' },
    settings: [
      'source',
      'status',
      'tags',
      'country',
      'language',
      'consent_at',
      'consent_text',
      'is_test',
    ],
  },
  actions: {
    comment: {
      label: 'Add a comment',
      permission: 'lead.comment.create',
      input: { text: field.text({ multiline: true, max: 2_000, label: 'Comment' }) },
      done: 'The comment is added',
    },
    status: {
      label: 'Change status',
      permission: 'lead.status.update',
      bulk: 'together',
      input: { status: field.reference('statuses') },
    },
    tag: {
      label: 'Add and remove tags',
      permission: 'lead.tag.update',
      bulk: 'together',
      input: { add: field.references('tags'), remove: field.references('tags') },
    },
    source: {
      label: 'Change source',
      permission: 'lead.update',
      bulk: 'together',
      input: { source: field.reference('sources') },
    },
    randomize: {
      label: 'Randomize data',
      permission: 'lead.randomizeData',
      bulk: 'together',
      confirm: 'Labels are spread over the leads that have none; nothing is written over.',
      input: {
        field: field.choice(
          { tags: 'Tags', funnel: 'Funnel', status: 'Status' },
          { refusal: msg('this_field_cannot_be_generated') },
        ),
        spread: field.rows(
          {
            label: field.text({ max: 120 }),
            weight: field.integer({ min: 1, max: 100, default: 10 }),
          },
          {
            max: 20,
            unique: ['label'],
            label: 'Labels',
            help: 'Names of tags or statuses, or texts. A label of weight 20 is given twice as often as one of 10.',
          },
        ),
      },
    },
    test_leads: {
      on: 'list',
      label: 'New test leads',
      permission: 'lead.randomizeData',
      input: {
        source: field.reference('sources'),
        country: field.reference('countries'),
        count: field.integer({ min: 1, max: 100, default: 10, label: 'How many' }),
      },
      answer: { created: field.integer() },
    },
    ftd: {
      label: 'Set the FTD',
      permission: 'lead.ftd.update',
      input: ftdInput,
      when: (one: { accepted_count: number; ftd_at: string | null }) =>
        one.accepted_count > 0 && one.ftd_at === null,
    },
    cancel_ftd: {
      label: 'Cancel the FTD',
      permission: 'lead.ftd.update',
      input: { reason: field.text({ min: 3, max: 200 }) },
      when: (one: { ftd_department: number | null }) => one.ftd_department !== null,
    },
    black_list: {
      label: 'Add to the black list',
      permission: 'lead.black_list.create',
      bulk: 'together',
      confirm:
        'The person goes to the black list by e-mail and phone, and all leads of the person are blocked: none is taken in or sent.',
      input: { reason: field.text({ min: 3, max: 200 }) },
      when: ({ stage, is_test }: { stage: string; is_test: boolean }) =>
        !is_test && stage !== 'blocked' && stage !== 'erased',
      done: 'The person is on the black list',
    },
    person_data: {
      label: 'All data of the person',
      permission: seesWhole,
      confirm:
        'Everything that is kept of this person goes into one file. The act is written in the audit log.',
      input: { format: field.choice({ json: 'JSON', csv: 'CSV' }, { default: 'json' }) },
      file: ['application/json', 'text/csv'],
    },
    erase: {
      label: 'Erase the person',
      permission: 'lead.erase',
      reauthenticate: true,
      confirm:
        'All leads of this person are emptied for good, with what the history tells of them, and the person goes to the black list. Nobody can take that back.',
      input: { reason: field.text({ min: 3, max: 200 }) },
      answer: {
        leads: field.integer({ label: 'Leads emptied' }),
        failed: field.integer({ label: 'Failed leads emptied' }),
        departments: field.words({
          max: 200,
          each: 300,
          optional: true,
          label: 'To be told: departments that received the person, or may have',
        }),
      },
      when: (one: { stage: string }) => one.stage !== 'erased',
    },
    availability: {
      label: 'Not available till',
      permission: 'lead.update',
      bulk: 'together',
      input: {
        not_available_till: field.timestamp({ optional: true, help: 'Empty: available now.' }),
      },
    },
  },
})
