import { can, defineResource, field } from '#schema'

import { changeEvents } from '../../leads/history/leadChange.ts'

const computed = { computed: true, optional: true } as const
const indexed = { ...computed, index: true } as const

/** What the log tells of the records `r` of a resource, whose department is `department`. */
const logged = (resource: string, department: string) => `
  select a.id, a.at as created_at, a.at as updated_at, 1 as version, ${department} as department,
    a.user_id as "user", a.resource as part,
    case a.resource when 'send_integrations' then a.record_id end as integration,
    a.action as event, jsonb_build_object('before', a.before, 'after', a.after) as detail
  from ${resource} r join audit_log a on a.record_id = r.id
  where a.resource = '${resource}' and (a.before is not null or a.after is not null)
    and a.action in ('create', 'update', 'delete', 'restore')`

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
  view: {
    sorts: ['created_at'],
    sql: `${logged('broker_departments', 'r.id')}
      union all ${logged('send_integrations', 'r.department')}`,
  },
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
