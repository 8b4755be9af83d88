import Box from '@mui/material/Box'

import { cut, momentText, numberText, shownValue, useT } from '#browser'
import { fieldOf } from '#schema'

import { send, type Send } from './send.ts'
import type { Wait } from './waitsFor.ts'
import english from '../../translations/en/send_plan.json'

type Waiting = Pick<Send, 'id' | 'waits_for' | 'wait' | 'paused_by'>

interface WaitsProps {
  record: Waiting
  full?: boolean
}

/** What a send in line waits for, why, and until when or what ends it (product.md 4.2): in a list cut short. */
export function Waits({ record, full }: WaitsProps) {
  const linesOf = useWaitLines()
  const field = fieldOf(send, 'waits_for')
  if (!record.waits_for || !field) return full ? '—' : null
  const lines = linesOf(record)
  return (
    <>
      {shownValue(field, 'waits_for', record, full)}
      {lines.length > 0 && (
        <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: small }}>
          {full ? lines.map((line) => <div key={line}>{line}</div>) : cut(lines.join(' – '), 120)}
        </Box>
      )}
    </>
  )
}

const small = '0.75rem'

/** Returns what tells in sentences why a send waits: who has paused what, when it goes on, or what people have to do. */
export function useWaitLines(): (record: Waiting) => readonly string[] {
  const t = useT(english)
  return ({ waits_for, wait, paused_by }) => {
    if (!waits_for || !wait) return []
    const { until, since, reason, calls } = wait as Wait
    const moment = since && momentText(since)
    return [
      reason,
      moment &&
        (paused_by
          ? t('send_wait.paused_by', { name: paused_by, moment })
          : t('send_wait.since', { moment })),
      until &&
        Date.parse(until) > Date.now() &&
        t('send_wait.until', { moment: momentText(until) }),
      waits_for === 'call' &&
        calls &&
        t('send_wait.calls', { smart_count: calls, count: numberText(calls) }),
      waits_for === 'job' && t('send_wait.job'),
      waits_for === 'cap' && !until && t('send_wait.cap'),
      isResting(waits_for) && waits_for !== 'job' && t('send_job.mend'),
    ].filter((line): line is string => Boolean(line))
  }
}

const resting: ReadonlySet<string> = new Set(['job', 'broker', 'department', 'integration'])

/** Whether people have to end a wait. */
export const isResting = (what: string | null): boolean => what !== null && resting.has(what)
