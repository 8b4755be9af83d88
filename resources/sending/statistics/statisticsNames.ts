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
