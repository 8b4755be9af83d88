import { can, defineResource, field, type RecordOf } from '#schema'

import { consentFields, originFields, restrictedFields, stateFields } from './businessFields.ts'
import { contactFields, placeFields } from './contactFields.ts'
import { form, hidden, importFields, list, show } from './leadViews.ts'

export type Lead = RecordOf<typeof lead>

export const lead = defineResource('leads', {
  group: 'Leads',
  icon: 'person',
  api: 'lead',
  routes: { list: 'lead/search', show: 'lead/single/:id' },
  permission: 'lead',
  access: { show: can('lead.single.view') },
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
  },
  title: ['first_name', 'last_name'],
  list,
  hidden,
  inline: ['status', 'comment', 'not_available_till'],
  filters: [
    'id',
    'created_at',
    'source',
    'status',
    'country',
    'language',
    'tags',
    'user',
    'import',
    'email',
    'phone',
    'broker_status',
    'not_available_till',
    'last_sent_at',
    'api_ftd_at',
  ],
  form,
  show,
  sort: '-created_at',
  counted: {
    leads: 'created_at',
    ftds: 'api_ftd_at',
    test_leads: { by: 'created_at', where: { is_test: true } },
    test_ftds: { by: 'api_ftd_at', where: { is_test: true } },
  },
  phoneCountry: 'country',
  import: {
    fields: importFields,
    keys: ['email_key', 'phone_key'],
    origin: 'import',
    importer: 'user',
    refused: 'failed_leads',
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
    status: {
      label: 'Change status',
      permission: 'lead.status.update',
      bulk: true,
      input: { status: field.reference('statuses') },
    },
    tag: {
      label: 'Add and remove tags',
      permission: 'lead.tag.update',
      bulk: true,
      input: { add: field.references('tags'), remove: field.references('tags') },
    },
    availability: {
      label: 'Not available till',
      permission: 'lead.update',
      bulk: true,
      input: {
        not_available_till: field.timestamp({ optional: true, help: 'Empty: available now.' }),
      },
    },
  },
})
