import { defineResource, field, related } from '#schema'

export const customer = defineResource('customers', {
  group: 'Hire',
  icon: 'people',
  api: 'hire/customer',
  route: 'customers',
  permission: 'hire.customer',
  operations: ['list', 'show', 'create', 'edit', 'delete', 'export', 'import'],
  softDelete: true,
  phoneCountry: 'country',
  fields: {
    name: field.text({ max: 120, search: true }),
    company: field.text({ max: 120, optional: true, search: true }),
    email: field.email({ optional: true, unique: true, search: true, label: 'E-mail' }),
    phone: field.phone({ optional: true, search: true }),
    country: field.country({ default: 'GB' }),
    discount: field.integer({ min: 0, max: 50, default: 0, help: 'Per cent of every price.' }),
    manager: field.reference('users', { optional: true }),
    notes: field.text({ multiline: true, max: 2_000, optional: true }),
  },
  title: 'name',
  list: ['name', 'company', 'phone', 'email', 'country', 'discount', 'manager', 'created_at'],
  hidden: ['created_at'],
  filters: ['country', 'manager'],
  form: {
    Customer: ['name', 'company', 'email', 'phone', 'country'],
    Terms: ['discount', 'manager', 'notes'],
  },
  show: {
    Customer: ['name', 'company', 'email', 'phone', 'country'],
    Terms: ['discount', 'manager', 'notes'],
    Bookings: related('bookings', { by: 'customer', create: true }),
    Invoices: related('invoices', { by: 'customer' }),
  },
  sort: 'name',
  options: { permission: 'options.customers.all', fields: ['name', 'company'] },
  import: { fields: ['name', 'company', 'email', 'phone', 'country', 'discount'], keys: ['email'] },
})
