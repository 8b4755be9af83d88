import { defineResource, field, type RecordOf } from '#schema'

export type BrokerDepartment = RecordOf<typeof brokerDepartment>

export const brokerDepartment = defineResource('broker_departments', {
  group: 'Brokers',
  icon: 'groups',
  api: 'broker/department',
  routes: { list: 'broker/department/search' },
  permission: 'broker.department',
  softDelete: true,
  fields: {
    branch_name: field.text({ max: 120, search: true }),
    broker_id: field.reference('brokers'),
    site_url: field.url({ optional: true, label: 'Site', search: true }),
    auth_type: field.choice(
      { none: 'Closed', token: 'Token', basic: 'Name and token', signature: 'Signature' },
      { default: 'none', label: 'Sign-in of its calls to us' },
    ),
    username: field.text({ max: 120, optional: true, help: 'Needed for name and token.' }),
    api_token: field.secret({ optional: true, computed: true, label: 'API token' }),
    allowed_ips: field.ips({
      optional: true,
      label: 'Allowed IPs',
      help: 'None: those of the broker. None there either: closed.',
    }),
    is_sender: field.boolean({ default: false, label: 'Sender', help: 'May send leads to us.' }),
    send_a_lot: field.boolean({
      default: false,
      help: 'Takes jobs of more than 500 leads and may send 500 leads a call.',
    }),
    is_active: field.boolean({ default: true, label: 'Active' }),
    is_test: field.boolean({ default: false, label: 'Test', help: 'Takes test leads only.' }),
    timezone: field.text({ max: 60, default: 'UTC', label: 'Time zone' }),
  },
  title: 'branch_name',
  list: [
    'id',
    'branch_name',
    'broker_id',
    'site_url',
    'auth_type',
    'allowed_ips',
    'is_sender',
    'send_a_lot',
    'is_active',
    'is_test',
    'timezone',
    'created_at',
  ],
  hidden: ['id', 'site_url', 'allowed_ips', 'is_test', 'timezone', 'created_at'],
  filters: ['broker_id', 'auth_type', 'is_sender', 'send_a_lot', 'is_active', 'is_test'],
  form: {
    General: ['branch_name', 'broker_id', 'site_url', 'timezone', 'is_active', 'is_test'],
    'Inbound access': ['auth_type', 'username', 'allowed_ips', 'is_sender', 'send_a_lot'],
  },
  show: {
    General: ['branch_name', 'broker_id', 'site_url', 'timezone', 'is_active', 'is_test'],
    'Inbound access': [
      'auth_type',
      'username',
      'api_token',
      'allowed_ips',
      'is_sender',
      'send_a_lot',
    ],
  },
  sort: 'branch_name',
  unique: [['broker_id', 'branch_name']],
  options: {
    permission: 'options.broker_departments.all',
    fields: ['branch_name', 'broker_id'],
    label: ['branch_name', 'broker_id'],
    activeBy: 'is_active',
  },
  actions: {
    token: {
      label: 'Generate token',
      permission: 'broker.department.token',
      reauthenticate: true,
      confirm: 'Make a new token? The old one stops working, and the new one is shown only once.',
    },
  },
})
