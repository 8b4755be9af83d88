import type { Series } from '#contract'

import type { DailySums } from './sums.ts'

interface Counted {
  /** The days shown and as many before them. */
  readonly sums: DailySums
  /** What is taken off. */
  readonly without?: DailySums | undefined
  /** What one counts in the sums, which are whole. */
  readonly units?: number
}

/** Returns the second half of some days, compared with the first. */
export function seriesOf({ sums, without, units = 1 }: Counted): Series {
  const all = sums.values.map((value, day) => (value - (without?.values[day] ?? 0)) / units)
  const days = all.length / 2
  const datasets = all.slice(days)
  const [value, before] = [total(datasets, units), total(all.slice(0, days), units)]
  return {
    value,
    percentage: change(value, before),
    before,
    increase: value >= before,
    labels: sums.days.slice(days),
    datasets,
  }
}

/** Added up in whole units, so that cents stay exact. */
const total = (values: readonly number[], units: number) =>
  values.reduce((sum, value) => sum + Math.round(value * units), 0) / units

/** In percent with one decimal; from nothing to anything it is 100. */
function change(value: number, before: number): number {
  if (before === 0) return value > 0 ? 100 : 0
  return Math.round(((value - before) / before) * 1000) / 10
}
