import { insertRows } from '#server'
import { demoOf } from '#system/server'

const people = [
  { role: 'Administrator', name: 'Ada Marsh', email: 'admin@example.com' },
  { role: 'Hire desk', name: 'Hugo Brandt', email: 'desk@example.com' },
  { role: 'Finance', name: 'Fiona Okafor', email: 'finance@example.com' },
]

const customers = ['Northgate Builders', 'Mara Events', 'Oak & Sons', 'Riverside Festival']
const items = [
  ['DR-01', 'Hammer drill', 2, 18],
  ['DR-02', 'Diamond core drill', 2, 55],
  ['GE-01', 'Generator 5 kVA', 3, 70],
  ['TN-01', 'Marquee 6 × 12 m', 1, 240],
] as const

/** A small company in the middle of its season. */
export const { demo, demoAccounts } = demoOf(people, 'try-leadgate-now', async (transaction) => {
  const insert = (table: string, rows: object[]) =>
    insertRows(transaction, table, rows as Record<string, unknown>[])
  await insert('categories', [
    { name: 'Events', parent: null },
    { name: 'Tools', parent: null },
  ])
  await insert('categories', [{ name: 'Power', parent: 2 }])
  await insert(
    'equipment',
    items.map(([code, name, category, daily_price]) => ({
      code,
      name,
      category,
      daily_price,
      is_active: true,
    })),
  )
  await insert(
    'customers',
    customers.map((name, at) => ({ name, country: 'GB', discount: at * 5 })),
  )
  await insert(
    'bookings',
    customers.map((_, at) => ({
      code: `B-${1001 + at}`,
      booked_by: 2,
      customer: at + 1,
      from_date: day(at * 3 - 4),
      to_date: day(at * 3),
      state: ['returned', 'out', 'confirmed', 'draft'][at],
    })),
  )
  await insert(
    'booking_lines',
    customers.map((_, at) => ({
      booking: at + 1,
      item: at + 1,
      text: items[at]?.[1],
      quantity: at + 1,
      daily_price: items[at]?.[3],
    })),
  )
  await insert('maintenance', [
    {
      item: 3,
      due_on: day(5),
      performed_by: 2,
      work: 'Change the oil and the filter',
      state: 'due',
    },
  ])
  await insert('invoices', [
    { number: 'R-1001', customer: 1, booking: 1, issued_on: day(0), amount: 72, state: 'open' },
  ])
})

const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)
