/** Options of a field with sums of sends, see `rollUpSchedule`. */
export const summed = {
  optional: true,
  computed: true,
  help: 'By days of UTC, added up every five minutes.',
} as const
