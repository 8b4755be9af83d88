import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

import { dayText, Failed, problemOf, useFeatures, useT } from '#browser'

import { StatCard } from './StatCard.tsx'
import { placeholder, useCards } from './useCards.browser.ts'
import english from '../translations/en/console.json'

/** The numbers of the last seven days, each with its own permission and on the way to its list. */
export function Dashboard() {
  const t = useT(english)
  const { cards, wanted, error, refetch } = useCards()
  const more = useFeatures().flatMap(({ dashboardCards = [] }) => dashboardCards)
  const title = t('dashboard.title')
  return (
    <Box sx={{ display: 'grid', gap: 2.5, py: { xs: 2, sm: 3 } }}>
      <title>{title}</title>
      <Box>
        <Typography component="h1" variant="h5">
          {title}
        </Typography>
        <Period labels={(cards?.[0] ?? placeholder('')).labels} />
      </Box>
      {wanted.length === 0 && <Typography>{t('dashboard.none')}</Typography>}
      {error && <Failed problem={problemOf(error)} onRetry={() => void refetch()} />}
      <Box sx={gridStyle(wanted.length)}>
        {wanted.map(({ label }, index) => (
          <Box key={label} sx={placeStyle(index, wanted.length)}>
            <StatCard
              card={cards?.find((card) => card.label === label) ?? placeholder(label)}
              isPending={!cards}
              isAwaited={!error}
            />
          </Box>
        ))}
      </Box>
      {more.map((Card, at) => (
        <Card key={at} />
      ))}
    </Box>
  )
}

function Period({ labels }: { labels: readonly string[] }) {
  const t = useT(english)
  const [first = '', last = ''] = [labels[0], labels.at(-1)]
  const values = { first: dayText(first), last: dayText(last) }
  return (
    <Typography variant="body2" color="text.secondary" sx={{ mt: 0.5 }}>
      {t('dashboard.period', values)}
    </Typography>
  )
}

/** How many of six columns each card takes: rows without a hole, however many cards a role shows. */
const spans: Readonly<Record<number, readonly number[]>> = {
  1: [6],
  2: [3, 3],
  3: [2, 2, 2],
  4: [3, 3, 3, 3],
  5: [3, 3, 2, 2, 2],
}

const gridStyle = (count: number) => ({
  display: 'grid',
  gap: 2,
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    sm: 'repeat(2, minmax(0, 1fr))',
    md: 'repeat(6, minmax(0, 1fr))',
    xl: `repeat(${count}, minmax(0, 1fr))`,
  },
})

const placeStyle = (index: number, count: number) => ({
  display: 'grid',
  gridColumn: {
    sm: index === 0 && count % 2 === 1 ? 'span 2' : 'auto',
    md: `span ${spans[count]?.[index] ?? 2}`,
    xl: 'auto',
  },
})
