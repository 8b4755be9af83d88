import { dailySums, type Api, type Backend, type DailySums } from '#server'

import { cardsContract, type Card } from './card.ts'
import { cards, daysShown } from './cards.ts'

/** The numbers that the user may see, by the days of their time zone, read from sums that every write keeps up to date: nothing is counted here. */
export function dashboardRoutes(app: Api, backend: Backend): void {
  const config = { access: { permission: 'dashboard.view' } }
  app.get('/dashboard', { schema: cardsContract, config }, async ({ user }) => {
    const shown = cards.filter(({ permission }) => user.permissions.has(permission))
    const names = shown.flatMap(({ label, without = [] }) => [label, without].flat())
    const { timezone: zone = 'UTC' } = user
    const sums = await dailySums(backend, names, { days: 2 * daysShown, zone })
    const sumOf = (wanted?: string) => sums.find(({ name }) => name === wanted)
    return {
      data: shown.flatMap(({ label, without }) => {
        const sum = sumOf(label)
        return sum ? [cardOf(label, sum, sumOf(without))] : []
      }),
    }
  })
}

function cardOf(label: string, { days, values: all }: DailySums, without?: DailySums): Card {
  const values = all.map((value, day) => value - (without?.values[day] ?? 0))
  const datasets = values.slice(daysShown)
  const [value, before] = [total(datasets), total(values.slice(0, daysShown))]
  return {
    label,
    value,
    percentage: change(value, before),
    before,
    increase: value >= before,
    labels: days.slice(daysShown),
    datasets,
  }
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** In percent with one decimal; from nothing to anything it is 100 (product.md 11.2). */
function change(value: number, before: number): number {
  if (before === 0) return value > 0 ? 100 : 0
  return Math.round(((value - before) / before) * 1000) / 10
}
