import { both, can, field } from '#schema'

import { msg } from '../../msg.ts'
import { ftdInput } from './ftd/ftdInput.ts'

/** Users who answer requests of persons see every value. */
const seesWhole = both(
  can('lead.erase'),
  both(can('lead.contact.view'), can('lead.sensitive.view')),
)

/** Erased is final: nothing is written to such a lead any more (product.md 4.1). */
const unlessErased = {
  when: ({ stage }: { stage: string }) => stage !== 'erased',
  refusal: msg('this_lead_is_erased'),
} as const

const contact = field.text({
  max: 300,
  label: 'E-mail or phone with country code',
  unmaskBy: 'lead.contact.view',
})
const format = field.choice({ json: 'JSON', csv: 'CSV' }, { default: 'json' })

const erased = {
  leads: field.integer({ label: 'Leads emptied' }),
  failed: field.integer({ label: 'Failed leads emptied' }),
  departments: field.words({
    max: 200,
    each: 300,
    optional: true,
    label: 'To be told: departments that received the person, or may have',
  }),
} as const

/** What people do with leads beyond writing their fields. */
export const leadActions = {
  comment: {
    label: 'Add a comment',
    permission: 'lead.comment.create',
    input: { text: field.text({ multiline: true, max: 2_000, label: 'Comment' }) },
    done: 'The comment is added',
    once: true,
    ...unlessErased,
  },
  status: {
    label: 'Change status',
    permission: 'lead.status.update',
    bulk: 'together',
    input: { status: field.reference('statuses') },
    done: 'The status is changed',
    ...unlessErased,
  },
  tag: {
    label: 'Add and remove tags',
    permission: 'lead.tag.update',
    bulk: 'together',
    input: { add: field.references('tags'), remove: field.references('tags') },
    done: 'The tags are changed',
    ...unlessErased,
  },
  source: {
    label: 'Change source',
    permission: 'lead.update',
    bulk: 'together',
    input: { source: field.reference('sources') },
    done: 'The source is changed',
    ...unlessErased,
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
    done: 'The labels are spread',
    ...unlessErased,
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
    done: 'The test leads are made',
    once: true,
  },
  ftd: {
    label: 'Set the FTD',
    permission: 'lead.ftd.update',
    input: ftdInput,
    done: 'The FTD is set',
    when: (one: { stage: string; accepted_count: number; ftd_at: string | null }) =>
      unlessErased.when(one) && one.accepted_count > 0 && one.ftd_at === null,
  },
  cancel_ftd: {
    label: 'Cancel the FTD',
    permission: 'lead.ftd.update',
    input: { reason: field.text({ min: 3, max: 200 }) },
    done: 'The FTD is cancelled',
    when: (one: { stage: string; ftd_department: number | null }) =>
      unlessErased.when(one) && one.ftd_department !== null,
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
    label: 'Download all data of the person',
    permission: seesWhole,
    reauthenticate: true,
    discloses: true,
    confirm:
      'Everything that is kept of this person goes into one file. The act is written in the audit log.',
    input: { format },
    file: ['application/json', 'text/csv'],
  },
  data_by_contact: {
    on: 'list',
    label: 'Download data of a person',
    permission: seesWhole,
    reauthenticate: true,
    discloses: true,
    confirm:
      'Everything that is kept of the person goes into one file: of leads, deleted ones too, and of what did not pass intake. The act is written in the audit log.',
    input: { contact, format },
    file: ['application/json', 'text/csv'],
  },
  erase: {
    label: 'Erase the person',
    permission: 'lead.erase',
    reauthenticate: true,
    final: true,
    confirm:
      'All leads of this person are emptied for good, with what the history tells of them, and the person goes to the black list. Nobody can take that back.',
    input: { reason: field.text({ min: 3, max: 200 }) },
    answer: erased,
    ...unlessErased,
  },
  erase_by_contact: {
    on: 'list',
    label: 'Erase a person',
    permission: 'lead.erase',
    reauthenticate: true,
    final: true,
    confirm:
      'Every lead and failed lead with this contact is emptied for good, deleted ones too, and the person goes to the black list. Nobody can take that back. “Download data of a person” shows first what there is.',
    input: { contact, reason: field.text({ min: 3, max: 200 }) },
    answer: erased,
  },
  availability: {
    label: 'Set not available till',
    permission: 'lead.update',
    bulk: 'together',
    input: {
      not_available_till: field.timestamp({ optional: true, help: 'Empty: available now.' }),
    },
    done: 'The availability is changed',
    ...unlessErased,
  },
} as const
