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

/** Stretches of days by name; the last of them is today at most. */
export const statisticsPeriods = [
  'today',
  'yesterday',
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'this_year',
] as const

/** The numbers of a row that are counts, shares or days, in the order of the table and the file. */
export const statisticsColumns = [
  'offered',
  'accepted',
  'rejected',
  'failed',
  'unknown',
  'returned',
  'acceptance',
  'ftds',
  'rate',
  'median_days',
] as const

/** What may stand in a file beside the groupings. */
export const fileColumns = [...statisticsColumns, 'last_ftd_at', 'cap_today'] as const

export type FileColumn = (typeof fileColumns)[number]

/** Whether the rows are departments, whose caps of today can be told. */
export const hasCaps = (by: Grouping, then_by: Grouping | '' | undefined): boolean =>
  by === 'department' && !then_by

/** What they are filtered by, by ids. */
export const filterNames = [
  'department',
  'broker',
  'company',
  'source',
  'country',
  'language',
  'user',
] as const

export type FilterName = (typeof filterNames)[number]
