import Box from '@mui/material/Box'
import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { useStore } from 'react-admin'

import { Failed, problemOf, useFeatures, useT } from '#browser'
import { placeholder, StatGrid, StatPage } from '#browser/later'
import type { Period } from '#schema'

import { BreakdownSection } from './BreakdownSection.tsx'
import { useListAddress } from './cardLists.browser.ts'
import { hasNotBegun, isBetterLess } from './cards.ts'
import { useCardNames } from './cardTexts.browser.ts'
import { TodayPart } from './TodayPart.tsx'
import { useCards } from './useCards.browser.ts'
import { Waiting } from './Waiting.tsx'
import english from '../translations/en/console.json'

/** The numbers of the last days, each with its own permission and on the way to its list. */
export function Dashboard() {
  const t = useT(english)
  const [days, setDays] = useStore<Period>('dashboard.days', 7)
  const { cards, wanted, error, refetch } = useCards(days)
  const more = useFeatures().flatMap(({ dashboardCards = [] }) => dashboardCards)
  const nameOf = useCardNames()
  const addressOf = useListAddress()
  const notBegun = { short: t('dashboard.no_integration'), sentence: t('dashboard.not_begun') }
  const stats = wanted.map(({ label }) => {
    const card = cards?.find((one) => one.label === label)
    return {
      key: label,
      name: nameOf(label),
      card: card ?? (cards && placeholder(days)),
      address: card && addressOf(card),
      isBetterLess: isBetterLess(label),
      ...(card && hasNotBegun(card) && { instead: notBegun }),
    }
  })
  const { labels } = cards?.[0] ?? placeholder(days)
  return (
    <StatPage {...{ days, setDays, labels }} isEmpty={stats.length === 0}>
      {error && <Failed problem={problemOf(error)} onRetry={() => void refetch()} />}
      <StatGrid {...{ stats, days }} hasFailed={error !== null} />
      <Parts>
        <BreakdownSection days={days} span={[labels[0], labels.at(-1)]} />
        <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 }}>
          <TodayPart />
          <Waiting />
        </Box>
      </Parts>
      {more.map((Card, at) => (
        <Card key={at} />
      ))}
    </StatPage>
  )
}

/** What stands below the cards, seen once all of it is there: nothing moves what somebody reads. */
function Parts({ children }: { children: ReactNode }) {
  const coming = useIsFetching({
    predicate: ({ queryKey: [name], state }) =>
      state.status === 'pending' && parts.has(String(name)),
  })
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (coming > 0) return undefined
    const timer = setTimeout(() => setShown(true), 50)
    return () => clearTimeout(timer)
  }, [coming])
  return <Box sx={{ ...partsStyle, visibility: isShown ? 'visible' : 'hidden' }}>{children}</Box>
}

const parts = new Set(['leads', 'failed_leads', 'status_maps', 'jobs'])

const partsStyle = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
}
