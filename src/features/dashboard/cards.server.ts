import { declaredCardsContract } from '#contract'
import { cardSum, seesCard, type DeclaredCard } from '#schema'
import { dailySums, seriesOf, unitsOf, type Api, type Backend } from '#server'

/** The declared cards that the user sees, by the days of their time zone, read from sums: no record is counted here. */
export function cardRoutes(app: Api, backend: Backend): void {
  const all = backend.business.resources.flatMap((resource) =>
    Object.entries<DeclaredCard>(resource.cards ?? {}).map(([name, card]) => ({
      resource,
      name,
      card,
      sum: cardSum(resource, name),
    })),
  )
  if (all.length === 0) return
  const config = { access: { permission: 'dashboard.view' } }
  app.get('/cards', { schema: declaredCardsContract, config }, async ({ user, query }) => {
    const cards = all.filter(({ resource, card }) => seesCard(resource, card, user))
    const { timezone: zone = 'UTC' } = user
    const wanted = { days: 2 * query.days, zone }
    const found = await dailySums(
      backend,
      cards.map(({ sum }) => sum),
      wanted,
    )
    return {
      data: cards.flatMap(({ resource, name, card }, at) => {
        const sums = found[at]
        const units = card.sum ? unitsOf(resource, card.sum) : 1
        return sums ? [{ resource: resource.name, card: name, ...seriesOf({ sums, units }) }] : []
      }),
    }
  })
}
