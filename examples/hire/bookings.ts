import { count, currentUser, defineResource, field, from, related, sum, today } from '#schema'

export const booking = defineResource('bookings', {
  group: 'Hire',
  icon: 'bolt',
  api: 'hire/booking',
  routes: {
    list: 'bookings',
    create: 'bookings/create',
    edit: 'bookings/:id/edit',
    show: 'bookings/:id',
  },
  permission: 'hire.booking',
  fields: {
    code: field.text({ max: 20, computed: true, search: true }),
    customer: field.reference('customers'),
    booked_by: field.reference('users', { default: currentUser() }),
    from_date: field.date({ label: 'From', default: today() }),
    to_date: field.date({ label: 'To' }),
    state: field.states(
      {
        draft: { confirm: 'confirmed', cancel: 'cancelled' },
        confirmed: { hand_out: 'out', cancel: 'cancelled' },
        out: { take_back: 'returned' },
        returned: {},
        cancelled: {},
      },
      { colors: { draft: '#64748b', confirmed: '#1d4ed8', out: '#b45309', returned: '#15803d' } },
    ),
    lines: field.lines('booking_lines', { by: 'booking', fields: ['item', 'quantity'] }),
    notes: field.text({ multiline: true, max: 2_000, optional: true }),
    days: field.derived(field.integer()),
    per_day: field.derived(
      field.money(),
      sum('booking_lines', 'quantity * daily_price', { by: 'booking' }),
    ),
  },
  title: '{code} – {customer}',
  list: ['code', 'customer', 'from_date', 'to_date', 'days', 'per_day', 'state', 'created_at'],
  hiddenColumns: ['created_at'],
  filters: ['state', 'customer', 'customer.country', 'from_date', 'days', 'per_day'],
  form: ['customer', 'from_date', 'to_date', 'booked_by', 'lines', 'notes'],
  checks: [
    {
      on: 'to_date',
      unless: (r) => r.to_date >= r.from_date,
      message: 'The booking ends before it begins',
    },
  ],
  show: {
    Booking: ['code', 'state', 'customer', 'booked_by', 'notes'],
    Hire: ['from_date', 'to_date', 'days', 'per_day', 'lines'],
    Invoices: related('invoices', { by: 'booking', create: true }),
  },
  sort: '-from_date',
  options: { permission: 'options.bookings.all', fields: ['code'] },
  cards: { bookings: count('created_at') },
})

export const bookingLine = defineResource('booking_lines', {
  api: 'hire/booking/line',
  routes: { list: 'booking-lines' },
  permission: 'hire.booking.line',
  fields: {
    booking: field.reference('bookings', { onDelete: 'cascade' }),
    item: field.reference('equipment'),
    quantity: field.integer({ min: 1, max: 999, default: 1 }),
    text: field.text({ max: 120, default: from('item.name') }),
    daily_price: field.money({ default: from('item.daily_price') }),
  },
  title: '{quantity} × {text}',
  list: ['booking', 'item', 'text', 'quantity', 'daily_price'],
  form: ['booking', 'item', 'text', 'quantity', 'daily_price'],
  sort: 'id',
})

export const invoice = defineResource('invoices', {
  group: 'Hire',
  icon: 'source',
  api: 'hire/invoice',
  routes: { list: 'invoices' },
  permission: 'hire.finance',
  fields: {
    number: field.text({ max: 20, unique: true, search: true }),
    customer: field.reference('customers'),
    booking: field.reference('bookings', { optional: true }),
    issued_on: field.date({ default: today() }),
    amount: field.money(),
    state: field.states(
      { open: { pay: 'paid', write_off: 'lost' }, paid: {}, lost: {} },
      { colors: { open: '#b45309', paid: '#15803d' } },
    ),
  },
  title: 'number',
  list: ['number', 'customer', 'booking', 'issued_on', 'amount', 'state'],
  filters: ['state', 'customer', 'issued_on', 'amount'],
  form: ['number', 'customer', 'booking', 'issued_on', 'amount'],
  show: ['number', 'customer', 'booking', 'issued_on', 'amount', 'state'],
  sort: '-issued_on',
  cards: { turnover: sum('amount', 'issued_on') },
})
