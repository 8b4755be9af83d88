import { dailySums, seriesOf, type Api, type Backend } from '#server'

import { cardsContract } from './card.ts'
import { cards } from './cards.ts'
import { leadNumberRoutes } from './leadNumbers.server.ts'

/** The numbers that the user may see, by the days of their time zone, read from sums that every write keeps up to date: nothing is counted here. */
export function dashboardRoutes(app: Api, backend: Backend): void {
  leadNumberRoutes(app, backend)
  const config = { access: { permission: 'dashboard.view' } }
  app.get('/dashboard', { schema: cardsContract, config }, async ({ user, query }) => {
    const shown = cards.filter(({ permission }) => user.permissions.has(permission))
    const names = shown.flatMap(({ label, without = [] }) => [label, without].flat())
    const { timezone: zone = 'UTC' } = user
    const all = await dailySums(backend, names, { days: 2 * query.days, zone })
    const sumOf = (wanted?: string) => all.find(({ name }) => name === wanted)
    return {
      data: shown.flatMap(({ label, without }) => {
        const sums = sumOf(label)
        return sums ? [{ label, ...seriesOf({ sums, without: sumOf(without) }) }] : []
      }),
    }
  })
}
