import { useContext } from 'react'
import { useStore, useTranslate } from 'react-admin'

import type { CardNumbers } from '#contract'
import {
  readSum,
  fieldOf,
  kindOf,
  seesCard,
  sentence,
  type DeclaredCard,
  type Period,
  type Resource,
  type User,
} from '#schema'

import { listPath } from '../../browser/client/addresses/addresses.ts'
import { problemOf } from '../../browser/client/http/problem.ts'
import { useApiQuery } from '../../browser/client/records/useApiQuery.ts'
import { may } from '../../browser/client/records/permitted.ts'
import { ResourcesContext } from '../../browser/client/records/resources.ts'
import { useUser } from '../../browser/client/session/user.ts'
import { Failed } from '../../browser/ui/states/StatePanels.tsx'
import { StatGrid, StatPage } from '../../browser/views/dashboard/StatGrid.tsx'
import { useFeatures } from '../../browser/views/slots.ts'

/** The declared cards that the user sees, each on the way to its list. */
export function CardsPage() {
  const user = useUser()
  const translate = useTranslate()
  const [days, setDays] = useStore<Period>('dashboard.days', 7)
  const cards = useContext(ResourcesContext).flatMap((resource) =>
    Object.entries<DeclaredCard>(resource.cards ?? {})
      .filter(([, card]) => seesCard(resource, card, user))
      .map(([name, card]) => ({ resource, name, card })),
  )
  const { data, error, refetch } = useApiQuery<CardNumbers[]>({
    queryKey: ['cards', user.id, days],
    path: `/cards?days=${days}`,
    refetchInterval: 60_000,
  })
  const more = useFeatures().flatMap(({ dashboardCards = [] }) => dashboardCards)
  const stats = cards.map(({ resource, name, card }) => {
    const numbers = data?.find((one) => one.resource === resource.name && one.card === name)
    const key = `resources.${resource.name}.cards.${name}`
    return {
      key,
      name: translate(key, { _: card.label ?? sentence(name) }),
      card: numbers,
      address: numbers && addressOf(resource, card, numbers.labels, user),
      isBetterLess: card.isBetterLess,
    }
  })
  return (
    <StatPage {...{ days, setDays }} labels={data?.[0]?.labels} isEmpty={stats.length === 0}>
      {error && <Failed problem={problemOf(error)} onRetry={() => void refetch()} />}
      <StatGrid {...{ stats, days }} hasFailed={error !== null} />
      {more.map((Card, at) => (
        <Card key={at} />
      ))}
    </StatPage>
  )
}

/** The list of what a card counts, with the same days; undefined where no filter says the same. */
function addressOf(
  resource: Resource,
  card: DeclaredCard,
  labels: readonly string[],
  user: User,
): string | undefined {
  const { by, where } = readSum(card)
  const field = fieldOf(resource, by)
  const isPlain = Object.values(where).every((one) => typeof one !== 'object')
  const isListed = resource.operations.includes('list') && may(resource, 'list', user)
  if (!field || !isPlain || !isListed || !kindOf(field).operators.includes('range'))
    return undefined
  const filter = { [`${by}_from`]: labels[0], [`${by}_to`]: labels.at(-1), ...where }
  return `${listPath(resource)}?filter=${encodeURIComponent(JSON.stringify(filter))}`
}
