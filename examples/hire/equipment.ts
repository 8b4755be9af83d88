import { currentUser, defineResource, field, related } from '#schema'

export const category = defineResource('categories', {
  group: 'Hire',
  icon: 'category',
  api: 'hire/category',
  routes: { list: 'categories' },
  permission: 'hire.category',
  fields: {
    name: field.text({ max: 80, search: true }),
    parent: field.parent(),
  },
  title: 'name',
  list: ['name', 'parent'],
  filters: ['parent'],
  form: ['name', 'parent'],
  show: {
    Category: ['name', 'parent'],
    Equipment: related('equipment', { by: 'category', create: true }),
  },
  sort: 'name',
  unique: [{ fields: ['parent', 'name'], nulls: 'same' }],
  options: { permission: 'options.categories.all' },
})

export const equipment = defineResource('equipment', {
  one: 'Item',
  group: 'Hire',
  icon: 'work',
  api: 'hire/equipment',
  routes: { list: 'equipment' },
  permission: 'hire.equipment',
  fields: {
    code: field.text({ max: 20, unique: true, search: true }),
    name: field.text({ max: 120, search: true }),
    category: field.reference('categories'),
    daily_price: field.money(),
    is_active: field.boolean({ default: true, label: 'For hire' }),
    photo: field.image({ optional: true }),
  },
  title: ['code', 'name'],
  list: ['code', 'name', 'category', 'daily_price', 'is_active'],
  editableColumns: ['daily_price', 'is_active'],
  filters: ['category', 'is_active', 'daily_price'],
  form: ['code', 'name', 'category', 'daily_price', 'is_active', 'photo'],
  show: {
    Item: ['code', 'name', 'category', 'daily_price', 'is_active', 'photo'],
    Maintenance: related('maintenance', { by: 'item', create: true }),
  },
  sort: 'code',
  options: { permission: 'options.equipment.all', fields: ['code', 'name'], activeBy: 'is_active' },
})

export const maintenance = defineResource('maintenance', {
  one: 'Repair',
  group: 'Hire',
  icon: 'tune',
  api: 'hire/maintenance',
  routes: { list: 'maintenance' },
  permission: 'hire.maintenance',
  fields: {
    item: field.reference('equipment', { onDelete: 'cascade' }),
    due_on: field.date(),
    performed_by: field.reference('users', { default: currentUser() }),
    cost: field.money({ optional: true, readBy: 'hire.finance.view' }),
    work: field.text({ multiline: true, max: 2_000, search: true }),
    state: field.states(
      { due: { finish: 'done' }, overdue: { finish: 'done' }, done: {} },
      { colors: { due: '#1d4ed8', overdue: '#b91c1c', done: '#15803d' } },
    ),
  },
  title: 'work',
  list: ['item', 'due_on', 'work', 'performed_by', 'cost', 'state'],
  filters: ['item', 'state', 'due_on', 'performed_by'],
  form: ['item', 'due_on', 'work', 'performed_by', 'cost'],
  show: ['item', 'due_on', 'work', 'performed_by', 'cost', 'state'],
  sort: '-due_on',
})
