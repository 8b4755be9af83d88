import { defineResource, field } from '#schema'

import { readOnlySettingAccess } from './access.ts'

const payload = { optional: true, computed: true, readBy: 'settings.request.payload.view' } as const

/** The log of HTTP calls in and out (product.md 8.4). The sidebar leaves it out, as specification 2 does. */
export const request = defineResource('requests', {
  icon: 'http',
  api: 'settings/request',
  routes: { list: 'settings/requests' },
  permission: 'settings.request',
  access: readOnlySettingAccess('request'),
  operations: ['list', 'show', 'export'],
  size: 'large',
  fields: {
    direction: field.choice({ in: 'In', out: 'Out' }, { computed: true, index: true }),
    method: field.text({ max: 10, computed: true }),
    path: field.text({ max: 2_000, computed: true }),
    route: field.text({ max: 300, optional: true, computed: true, label: 'Kind of path' }),
    status: field.integer({ optional: true, computed: true, index: true }),
    duration_ms: field.integer({ optional: true, computed: true, label: 'Duration, ms' }),
    ip: field.text({ max: 45, optional: true, computed: true, label: 'IP address' }),
    user: field.reference('users', { optional: true, computed: true, index: true }),
    department: field.reference('broker_departments', {
      optional: true,
      computed: true,
      index: true,
    }),
    lead: field.reference('leads', { optional: true, computed: true, index: true }),
    correlation_id: field.text({ max: 60, optional: true, computed: true, index: 'lookup' }),
    error: field.text({ max: 500, optional: true, computed: true }),
    size: field.integer({ optional: true, computed: true, label: 'Size, bytes' }),
    request: field.json(payload),
    response: field.json(payload),
  },
  title: ['method', 'path'],
  list: [
    'id',
    'created_at',
    'direction',
    'method',
    'path',
    'route',
    'status',
    'duration_ms',
    'ip',
    'user',
    'department',
    'lead',
    'error',
    'correlation_id',
    'size',
  ],
  hidden: ['id', 'direction', 'route', 'department', 'lead', 'correlation_id', 'size'],
  filters: ['created_at', 'direction', 'status', 'user', 'department', 'lead', 'correlation_id'],
  form: [],
  show: {
    Call: [
      'created_at',
      'direction',
      'method',
      'path',
      'route',
      'status',
      'duration_ms',
      'size',
      'error',
    ],
    Parties: ['ip', 'user', 'department', 'lead', 'correlation_id'],
    Bodies: ['request', 'response'],
  },
  sort: '-created_at',
})
