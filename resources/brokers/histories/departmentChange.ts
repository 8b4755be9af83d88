import { can, defineResource, field } from '#schema'

import { changeEvents } from '../../leads/history/leadChange.ts'

const computed = { computed: true, optional: true } as const
const indexed = { ...computed, index: true } as const

/** Who changed what in a department and its integrations: the audit log as far as it is about them (product.md 11.14). */
export const departmentChange = defineResource('department_changes', {
  label: 'Changes of departments',
  one: 'Change of a department',
  api: 'broker/department/change',
  listedBy: { by: 'department', path: 'broker/department/:id/histories' },
  routes: { list: 'broker/department/changes', show: 'broker/department/changes/:id/show' },
  permission: 'broker.department',
  access: {
    list: can('broker.department.histories.view'),
    show: can('broker.department.histories.view'),
  },
  operations: ['list', 'show'],
  size: 'large',
  view: { sorts: ['created_at'] },
  fields: {
    department: field.reference('broker_departments', indexed),
    user: field.reference('users', { ...indexed, label: 'Who' }),
    part: field.choice(
      { broker_departments: 'Department', send_integrations: 'Integration' },
      { computed: true, index: true, label: 'What' },
    ),
    integration: field.reference('send_integrations', indexed),
    event: field.choice(changeEvents, { computed: true, index: true }),
    detail: field.json({ ...computed, label: 'Old and new' }),
  },
  title: '{event} – {department}',
  list: ['created_at', 'department', 'user', 'part', 'integration', 'event', 'detail'],
  filters: ['created_at', 'department', 'user', 'part', 'integration', 'event'],
  form: [],
  show: {
    Change: ['created_at', 'department', 'user', 'part', 'integration', 'event'],
    'What changed': ['detail'],
  },
  sort: '-created_at',
})
