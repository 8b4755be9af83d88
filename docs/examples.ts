import {
  both,
  can,
  count,
  currentUser,
  defineResource,
  defineResources,
  either,
  field,
  from,
  lacks,
  own,
  related,
  sum,
  today,
} from '#schema'
import { systemResources } from '#system'
import { z } from 'zod'

// The examples of docs/declaring.md: `npm run docs` takes them from here, and a test starts them.

const customer = defineResource('customers', {
  label: 'Customers',
  one: 'Customer',
  group: 'Hire',
  icon: 'people',
  api: 'hire/customer',
  route: 'hire/customers',
  permission: 'hire.customer',
  access: {
    edit: either(can('hire.customer.update'), own('manager')),
    delete: both(can('hire.customer.delete'), lacks('hire.trainee')),
  },
  operations: ['list', 'show', 'create', 'edit', 'delete', 'export', 'import'],
  reauthenticate: ['delete'],
  softDelete: true,
  renamedFrom: 'clients',
  phoneCountry: 'country',
  fields: {
    name: field.text({ max: 120, unique: true, search: true }),
    kind: field.choice({ person: 'Person', company: 'Company' }, { default: 'company' }),
    vat_number: field.text({ max: 20, visibleWhen: (r) => r.kind === 'company' }),
    contact: field.text({ optional: true, requiredWhen: (r) => r.kind === 'company' }),
    email: field.email({
      optional: true,
      unmaskBy: 'hire.contact.view',
      exportBy: 'hire.contact.export',
    }),
    phone: field.phone({ optional: true, headers: ['Telephone', 'Mobile'] }),
    country: field.country({ default: 'GB' }),
    manager: field.reference('users', { optional: true, index: true, covers: ['kind'] }),
    credit: field.money({ default: 0, writeBy: 'hire.finance', reauthenticate: true }),
    margin: field.integer({ min: 0, max: 90, optional: true, readBy: 'hire.finance' }),
    notes: field.text({ multiline: true, optional: true, help: 'Nobody outside reads it.' }),
    website: field.url({ optional: true, renamedFrom: 'homepage' }),
    mirrors: field.urls({ optional: true }),
    networks: field.ips({ optional: true }),
    color: field.color({ default: '#64748b' }),
    portal_key: field.secret({ optional: true, outOfForm: true }),
    is_active: field.boolean({ default: true, label: 'Still a customer' }),
    as_given: field.json({ computed: true, optional: true, unmaskBy: 'hire.contact.view' }),
    bookings_made: field.derived(field.integer(), { of: 'bookings', by: 'customer' }),
  },
  title: 'name',
  titleColumn: 'Customer',
  embed: ['color'],
  list: ['name', 'kind', 'email', 'country', 'manager', 'is_active', 'bookings_made'],
  filters: ['kind', 'country', 'manager', 'is_active'],
  form: {
    Customer: ['name', 'kind', 'vat_number', 'contact', 'email', 'phone', 'country', 'color'],
    Terms: ['credit', 'margin', 'manager', 'notes', 'website', 'mirrors', 'networks', 'is_active'],
  },
  show: {
    Customer: ['name', 'kind', 'email', 'phone', 'country'],
    Bookings: related('bookings', { by: 'customer', create: true }),
  },
  showTabs: true,
  opens: 'Account',
  folded: ['Terms'],
  options: { permission: 'options.customers', fields: ['name'], activeBy: 'is_active' },
  raw: 'as_given',
  import: { fields: ['name', 'kind', 'vat_number', 'email', 'phone'], keys: ['name'] },
})

const booking = defineResource('bookings', {
  group: 'Hire',
  icon: 'bolt',
  routes: { list: 'bookings', create: 'bookings/create', show: 'bookings/:id' },
  permission: 'hire.booking',
  fields: {
    code: field.text({ max: 20, computed: true, optional: true, search: true }),
    customer: field.reference('customers'),
    parts: field.references('bookings'),
    booked_by: field.reference('users', { default: currentUser() }),
    country: field.country({ default: from('customer.country') }),
    from_date: field.date({ default: today() }),
    to_date: field.date(),
    called_at: field.timestamp({ optional: true }),
    done: field.progress({ computed: true, default: 0 }),
    deposit: field.money({ default: 0 }),
    hours: field.rows({ day: field.date(), hours: field.integer({ max: 24 }) }, { optional: true }),
    limits: field.json({ optional: true }, z.object({ daily: z.int() })),
    lines: field.lines('booking_lines', { by: 'booking', fields: ['text', 'quantity'], min: 1 }),
    state: field.states({ draft: { confirm: 'confirmed' }, confirmed: {} }),
  },
  title: '{code} – {customer}',
  list: ['code', 'customer', 'from_date', 'to_date', 'state', 'created_at'],
  hidden: ['created_at'],
  inline: ['to_date'],
  filters: ['state', 'customer', 'customer.country', 'from_date'],
  form: [
    'customer',
    'parts',
    'from_date',
    'to_date',
    'called_at',
    'booked_by',
    'country',
    'deposit',
    'hours',
    'lines',
  ],
  sort: '-from_date',
  views: {
    Open: { filter: { state: ['draft', 'confirmed'] }, sort: 'from_date', first: true },
    Drafts: {
      filter: { state: 'draft' },
      columns: ['code', 'customer'],
      for: 'hire.booking.confirm',
    },
  },
  tabs: true,
  unique: [['customer', 'from_date']],
  indexes: [['customer', '-from_date']],
  counted: { bookings: 'created_at' },
  cards: {
    bookings: count('created_at'),
    deposits: { ...sum('deposit', 'from_date'), for: 'hire.finance' },
  },
  options: { permission: 'options.bookings' },
  checks: [
    {
      on: 'to_date',
      unless: (r) => r.to_date >= r.from_date,
      message: 'The booking ends before it begins',
    },
  ],
  actions: {
    confirm: {
      label: 'Confirm',
      permission: both(can('hire.booking.confirm'), own('customer.manager')),
      done: 'The booking is confirmed',
      confirm: 'Confirm %{count} bookings?',
    },
    extend: {
      label: 'Extend',
      permission: 'hire.booking.update',
      input: { to_date: field.date() },
      bulk: true,
      reauthenticate: true,
      when: ({ state }) => state === 'confirmed',
      refusal: 'Only confirmed bookings are extended',
    },
    free: {
      on: 'list',
      label: 'How many are free?',
      permission: 'hire.booking.view',
      input: { on: field.date() },
      answer: { free: field.integer(), reserved: field.words({ label: 'Reserved by' }) },
    },
    print: {
      label: 'Print',
      permission: 'hire.booking.view',
      file: 'application/pdf',
      discloses: true,
    },
  },
})

const bookingLine = defineResource('booking_lines', {
  permission: 'hire.booking',
  fields: {
    booking: field.reference('bookings', { onDelete: 'cascade' }),
    text: field.text({ max: 120 }),
    quantity: field.integer({ min: 1, default: 1 }),
  },
  title: 'text',
  list: ['text', 'quantity'],
  form: ['booking', 'text', 'quantity'],
})

const call = defineResource('calls', {
  permission: 'hire.call',
  size: 'large',
  messages: 'setting',
  fields: {
    number: field.phone({ index: 'lookup' }),
    at: field.timestamp({ index: true }),
  },
  title: 'number',
  list: ['number', 'at'],
  form: ['number', 'at'],
})

const busyHour = defineResource('busy_hours', {
  permission: 'hire.call',
  operations: ['list'],
  view: { sorts: ['at'] },
  fields: { at: field.timestamp(), calls: field.integer() },
  title: 'at',
  list: ['at', 'calls'],
  form: [],
})

const desk = defineResource('desks', {
  permission: 'hire.desk',
  fields: {
    name: field.text({
      textKey: ({ name }) => `desks.${String(name)}`,
    }),
    parent: field.parent(),
    password: field.password(),
    opens: field.time({ default: '09:00' }),
    zone: field.timeZone({ optional: true }),
    languages: field.words({ max: 10, optional: true }),
    plan: field.file({ types: ['application/pdf'], megabytes: 5, optional: true }),
    photo: field.image({ optional: true }),
    rules: field.richText({ optional: true }),
    has_phone: field.boolean({ default: false, inSession: true }),
    position: field.integer({ min: 0, default: 100 }),
  },
  title: 'name',
  list: ['name', 'parent'],
  sort: 'position',
  arranged: 'position',
  form: [
    'name',
    'parent',
    'password',
    'opens',
    'zone',
    'languages',
    'plan',
    'photo',
    'rules',
    'has_phone',
    'position',
  ],
  options: { permission: 'options.desks' },
})

const hire = [customer, booking, bookingLine, call, busyHour, desk] as const

export const examples = defineResources([...hire, ...systemResources(hire)])
