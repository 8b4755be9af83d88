/** By what FTD statistics are grouped (product.md 9.4). */
export const groupings = [
  'department',
  'broker',
  'company',
  'source',
  'country',
  'language',
  'funnel',
  'user',
  'day',
  'week',
  'month',
] as const

export type Grouping = (typeof groupings)[number]

/** Whether its parts follow each other in time. */
export const isOfTime = (name: Grouping | undefined): boolean =>
  name === 'day' || name === 'week' || name === 'month'

const withRecords = {
  department: 'broker_departments',
  broker: 'brokers',
  company: 'affiliate_companies',
  source: 'sources',
  country: 'countries',
  language: 'languages',
  user: 'users',
} as const satisfies Partial<Record<Grouping, string>>

/** Whose records a grouping is; undefined for those by time and by funnel, and for none. */
export const resourceNames: typeof withRecords & Readonly<Partial<Record<Grouping | '', string>>> =
  withRecords

/** Whether the rows are departments, whose caps of today can be told. */
export const hasCaps = (by: Grouping, then_by: Grouping | '' | undefined): boolean =>
  by === 'department' && !then_by
