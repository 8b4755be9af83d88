import Box from '@mui/material/Box'

import { cut, dayText, momentText, numberText, useT } from '#browser'

import type { BrokerDepartment } from './brokerDepartment.ts'
import type { HealthReason } from './healthReason.ts'
import english from '../../translations/en/console.json'
import ofCaps from '../../translations/en/department_caps.json'

export { Week } from './Week.tsx'

const dayLength = 86_400_000
/** Days before the end of a contract from which it is told in colours (product.md 11.12). */
const soon = { warning: 30, error: 7 }

/** How long a contract still holds. */
export function Contract({ record }: { record: { contract_expires_in: string | null } }) {
  const t = useT(english)
  const end = record.contract_expires_in
  if (!end) return null
  const days = daysTo(end)
  const color =
    days <= soon.error ? 'error.main' : days <= soon.warning ? 'warning.main' : undefined
  const text =
    days < 0
      ? t('broker.contract_over', { smart_count: -days, count: numberText(-days) })
      : t('broker.contract_in', { smart_count: days, count: numberText(days) })
  return (
    <Box component="span" title={dayText(end)} sx={{ color, fontWeight: color && 600 }}>
      {text}
    </Box>
  )
}

function daysTo(day: string): number {
  const today = Date.parse(new Date().toISOString().slice(0, 10))
  return Math.round((Date.parse(day) - today) / dayLength)
}

const dotColors = {
  well: 'success.main',
  trouble: 'warning.main',
  broken: 'error.main',
  off: 'text.disabled',
} as const

interface DotProps {
  color: string
  children: string
}

function Dot({ color, children }: DotProps) {
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, whiteSpace: 'nowrap' }}
    >
      <Box
        component="span"
        aria-hidden
        sx={{ width: 10, height: 10, borderRadius: '50%', bgcolor: color, flexShrink: 0 }}
      />
      {children}
    </Box>
  )
}

interface HealthProps {
  record: BrokerDepartment
  full?: boolean
}

/** The worst that is known of the integrations of a department, with why: cut short where there is little room. */
export function Health({ record: { health, health_reasons }, full }: HealthProps) {
  const t = useT(english)
  const wordsOf = useReasonWords()
  if (!health) return null
  const dot = <Dot color={dotColors[health]}>{t(`department.${health}`)}</Dot>
  const reasons = (health_reasons ?? []) as readonly HealthReason[]
  if (reasons.length === 0) return dot
  const words = reasons.map(wordsOf)
  return (
    <>
      {dot}
      <Box component="span" sx={full ? reasonStyle : shortStyle}>
        {full ? words.map((one) => <div key={one}>{one}</div>) : cut(words.join('\n'))}
      </Box>
    </>
  )
}

const reasonStyle = { display: 'block', color: 'text.secondary', fontSize: '0.75rem' }

/** One line, for which there is room before it comes; the record has the whole. */
const shortStyle = {
  ...reasonStyle,
  'dd &, dd & .cut-text': {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  // A column of reasons would push out of sight what else is to be seen of a department.
  'td &': { maxWidth: 160, overflow: 'hidden', textOverflow: 'ellipsis' },
}

/** Returns what tells which integration it is, since when, and its last problem. */
function useReasonWords(): (reason: HealthReason) => string {
  const t = useT(english)
  return ({ name, why, count, of, since, problem }) => {
    const numbers = { count: numberText(count ?? 0), of: numberText(of ?? 0) }
    const moment = since && momentText(since)
    const parts = [
      t(`department.why_${why}`, numbers),
      name,
      moment && t(why === 'statuses' ? 'department.last_read' : 'department.since', { moment }),
      problem && t('department.last_problem', { problem }),
    ]
    return parts.filter(Boolean).join(' – ')
  }
}

/** Whether a department takes leads at this moment. */
export function OpenNow({ record: { open_now } }: { record: BrokerDepartment }) {
  const t = useT(english)
  return (
    <Dot color={open_now ? 'success.main' : 'text.disabled'}>
      {t(open_now ? 'department.open' : 'department.closed')}
    </Dot>
  )
}

const capTexts = { ...english, ...ofCaps }

/** What is used of the cap of today, and which cap is full; with a bar where there is room. */
export function CapToday({
  record: { cap_today, full_cap },
  full,
}: {
  record: BrokerDepartment
  full?: boolean
}) {
  const t = useT(capTexts)
  const isFull = full_cap !== null && (
    <Box component="span" sx={{ display: 'block', color: 'error.main', fontWeight: 600 }}>
      {t(`department.full_${full_cap}`)}
    </Box>
  )
  if (!cap_today) return isFull
  const [used = 0, limit = 0] = cap_today.split(' / ').map(Number)
  const text = t('department.cap', { used: numberText(used), limit: numberText(limit) })
  return (
    <>
      <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
        <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
          {full ? t('department.cap_today', { cap: text }) : text}
        </Box>
        {full && (
          <Box aria-hidden sx={{ width: 96, height: 6, borderRadius: 1, bgcolor: 'action.hover' }}>
            <Box
              sx={{
                width: `${Math.min(100, (100 * used) / Math.max(limit, 1))}%`,
                height: 6,
                borderRadius: 1,
                bgcolor: isFull ? 'error.main' : 'primary.main',
              }}
            />
          </Box>
        )}
      </Box>
      {isFull}
    </>
  )
}
