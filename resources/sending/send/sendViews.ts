import { related } from '#schema'

/** The page of a send (product.md 11.7). */
export const show = {
  Send: ['state', 'lead', 'department', 'integration', 'mode', 'user', 'job', 'created_at', 'note'],
  Outcome: [
    'failure_status',
    'failure_message',
    'http_status',
    'attempts',
    'next_attempt_at',
    'waits_for',
    'sent_at',
    'duration_ms',
    'api_lead_id',
    'no_broker_id',
    'auto_login',
    'price',
  ],
  'Why there': ['plan'],
  'Statuses back': [
    'broker_status',
    'status',
    'broker_status_at',
    'last_synced_at',
    'missing_at_broker',
    'ftd_at',
    'api_ftd_at',
    'ftd_detected_at',
    'ftd_amount',
    'ftd_cancelled_at',
    'is_later_ftd',
    'returned_at',
    'return_reason',
  ],
  Attempts: related('send_attempts', { by: 'send' }),
} as const
