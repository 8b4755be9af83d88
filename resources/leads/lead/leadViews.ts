import { related } from '#schema'

import { failedStates } from '../../sending/send/failedStates.ts'

/** The columns of the lead list that a user may choose besides those that it shows (product.md 11.3). */
export const hiddenColumns = [
  'language',
  'funnel',
  'not_available_till',
  'last_sent_at',
  'send_result',
  'failure_status',
  'status_changed_at',
  'consent_at',
  'stage',
  'user',
  'import',
  'date_of_birth',
  'age',
  'city',
  'state',
  'zip',
  'api_lead_id',
  'external_id',
  'is_test',
  'is_duplicate',
  'purchase_site',
  'purchase_date',
  'purchase_amount',
  'recovery_amount',
  'product_name',
  'updated_at',
] as const

export const list = [
  'first_name',
  'status',
  'phone',
  'country',
  'source',
  'email',
  'tags',
  'comment',
  'created_at',
  'broker_status',
  'last_department',
  'acceptance',
  'ftd_at',
  ...hiddenColumns,
  'id',
] as const

const restricted = [
  'purchase_site',
  'purchase_date',
  'purchase_amount',
  'recovery_amount',
  'product_name',
  'card_name',
  'card_type',
  'card_digits',
] as const

export const consent = ['consent_at', 'consent_text', 'consent_url', 'consent_ip'] as const

const subs = ['sub_1', 'sub_2', 'sub_3', 'sub_4', 'sub_5'] as const

/** By what others know the lead. */
export const tracking = ['external_id', 'click_id', ...subs] as const

/** What a new lead needs comes first, and what few fill in is folded. */
export const form = {
  Origin: ['source', 'funnel', 'tags', 'comment'],
  Contact: ['first_name', 'last_name', 'email', 'phone', 'alt_email', 'alt_phone', 'date_of_birth'],
  Address: ['country', 'language', 'address', 'city', 'state', 'zip', 'timezone', 'ip'],
  State: ['status', 'not_available_till', 'is_test'],
  Tracking: tracking,
  Restricted: restricted,
  Consent: consent,
} as const

export const show = {
  Contact: [...form.Contact, 'phone_prefix'],
  Address: form.Address,
  Origin: [...form.Origin, 'department', ...tracking, 'user', 'import', 'created_at', 'updated_at'],
  State: [
    ...form.State,
    'stage',
    'broker_status',
    'status_changed_at',
    'status_department',
    'generated_fields',
    'sends_count',
    'accepted_count',
    'last_sent_at',
    'send_result',
    'failure_status',
    'last_department',
    'sent_departments',
    'sent_brokers',
    'api_lead_id',
    'ftd_at',
    'api_ftd_at',
    'ftd_detected_at',
    'ftd_department',
    'ftd_cancelled_at',
  ],
  Restricted: restricted,
  Consent: consent,
  Sends: related('sends', {
    by: 'lead',
    list: [
      'created_at',
      'department',
      'integration',
      'user',
      'state',
      'failure_status',
      'waits_for',
      'plan',
      'attempts',
      'broker_status',
      'api_lead_id',
      'ftd_at',
    ],
  }),
  'Failed sends': related('sends', {
    by: 'lead',
    filter: { state: failedStates },
    for: 'lead.failed.view',
    tab: 'Failed',
    list: [
      'created_at',
      'department',
      'integration',
      'user',
      'state',
      'failure_status',
      'http_status',
      'attempts',
    ],
  }),
  'Refused duplicates': related('failed_leads', {
    by: 'matched_lead',
    for: 'lead.failed.view',
    tab: 'Failed',
    list: ['created_at', 'reason_code', 'reason', 'source', 'origin', 'import', 'user', 'stage'],
  }),
  Comments: related('lead_comments', {
    by: 'lead',
    list: ['created_at', 'user', 'text'],
  }),
} as const

/** What a lead says of a person and where it came from, without what is restricted: imported, and sent to brokers. */
export const personFields = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'phone_prefix',
  'alt_email',
  'alt_phone',
  'date_of_birth',
  'address',
  'city',
  'state',
  'zip',
  'country',
  'language',
  'ip',
  'timezone',
  'funnel',
  'comment',
  'external_id',
  'click_id',
  ...subs,
  ...consent,
] as const

/**
 * What a column of an imported file may be mapped to. The status is one for all rows: whether somebody may set
 * it depends on the status (product.md 4.4).
 */
export const importFields = [...personFields, 'tags', 'not_available_till', ...restricted] as const
