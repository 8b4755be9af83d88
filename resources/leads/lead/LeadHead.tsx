import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Chip from '@mui/material/Chip'
import { type ReactNode, useEffect, useState } from 'react'

import {
  actionsOf,
  Moment,
  displayLocale,
  shownValue,
  tagOf,
  useStartAction,
  useT,
  useUser,
} from '#browser'
import { fieldOf, type Resource } from '#schema'

import { Ftd } from './ftd/Ftd.tsx'
import { fullAge } from './fullAge.ts'
import type { Lead } from './lead.ts'
import { localClock } from './localClock.ts'
import english from '../../translations/en/console.json'

interface HeadProps {
  resource: Resource
  record: Lead & { labels?: Parameters<typeof shownValue>[2]['labels'] }
}

/** How a lead stands: what decides whether and how somebody calls the person (product.md 11.4). */
export function LeadHead({ resource, record }: HeadProps) {
  const t = useT(english)
  const now = useNow()
  const shown = (name: keyof Lead & string): ReactNode => {
    const field = fieldOf(resource, name)
    return field && name in record ? shownValue(field, name, record) : null
  }
  // Its value alone reads like our status.
  const named = (name: keyof Lead & string): ReactNode => (
    <>
      {fieldOf(resource, name)?.options.label}: {shown(name)}
    </>
  )
  const isAway = Date.parse(record.not_available_till ?? '') > now
  return (
    <Box component="ul" aria-label={t('lead.standing')} sx={style}>
      <Item>
        <StatusChip {...{ resource, record }}>{shown('status')}</StatusChip>
      </Item>
      {record.broker_status && (
        <Item>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {named('broker_status')}
          </Box>
        </Item>
      )}
      <Item>
        <Chip variant="outlined" label={named('stage')} />
      </Item>
      {record.ftd_at && (
        <Item>
          <Chip
            color="success"
            label={
              <>
                {t('lead.ftd')} <Ftd record={record} />
              </>
            }
          />
        </Item>
      )}
      {isAway && (
        <Item>
          <Chip
            color="warning"
            label={
              <>
                {t('lead.not_available')} <Moment value={String(record.not_available_till)} />
              </>
            }
          />
        </Item>
      )}
      {typeof record.age === 'number' && record.age < fullAge && (
        <Item>
          <Chip color="warning" label={t('lead.under_age', { age: fullAge })} />
        </Item>
      )}
      <Item>{shown('source')}</Item>
      <Item>
        {shown('country')}
        <LocalTime {...{ record, now }} />
      </Item>
      <Item>{shown('tags')}</Item>
      {record.is_test && (
        <Item>
          <Chip label={t('lead.test')} />
        </Item>
      )}
      {record.is_duplicate && (
        <Item>
          <Chip label={fieldOf(resource, 'is_duplicate')?.options.label} />
        </Item>
      )}
    </Box>
  )
}

function Item({ children }: { children: ReactNode }) {
  return children ? <li>{children}</li> : null
}

/** The status; for those who may change it, a button that does. */
function StatusChip({ resource, record, children }: HeadProps & { children: ReactNode }) {
  const t = useT(english)
  const startAction = useStartAction()
  const change = actionsOf(resource, useUser(), record).find(({ name }) => name === 'status')
  if (!change) return children
  return (
    <ButtonBase
      aria-label={t('lead.change_status')}
      title={change.label}
      onClick={() => startAction({ resource, action: change, target: { record } })}
      sx={{ borderRadius: 4, minHeight: { xs: 44, sm: 24 } }}
    >
      {children ?? <Chip variant="outlined" label={change.label} />}
    </ButtonBase>
  )
}

/** Returns the time in milliseconds, at most a minute old. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute)
    return () => clearInterval(timer)
  }, [])
  return now
}

const minute = 60_000

/** What the clock shows where the person is. */
function LocalTime({ record, now }: Pick<HeadProps, 'record'> & { now: number }) {
  const t = useT(english)
  const country = [record.labels?.['country']].flat()[0]?.['iso_3166_2']
  const where = { zone: record.timezone, country: country ? String(country) : undefined }
  const clock = localClock(where, now, tagOf(displayLocale().locale))
  return clock ? (
    <Box component="span" sx={{ color: 'text.secondary', marginInlineStart: 1 }} title={clock.zone}>
      {t('lead.local_time', { time: clock.time })}
    </Box>
  ) : null
}

const style = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1.5,
  rowGap: 0.5,
  m: 0,
  p: 0,
  listStyle: 'none',
  fontSize: '0.875rem',
  '& > li': { maxWidth: '100%' },
}
