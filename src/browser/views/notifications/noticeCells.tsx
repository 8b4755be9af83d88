import Box from '@mui/material/Box'
import { useCallback } from 'react'
import { useTranslate } from 'react-admin'

import { mapValues } from '#schema'

import { useT } from '../../client/i18n/texts.ts'
import type { Row } from '../../client/records/row.ts'
import { dayText, Moment } from '../../ui/fields/dates/dates.tsx'
import { clamped } from '../../ui/theme/clamped.ts'

/** A notification, as the resource `notifications` declares it. */
export interface NoticeRecord extends Row {
  readonly title: string
  readonly message: string
  readonly event: string
  readonly values: unknown
  readonly resource: string | null
  readonly record_id: number | null
  readonly count: number
  readonly read_at: string | null
  readonly updated_at: string
}

interface CellProps {
  record: Row
}

/** Unread ones stand out; the column beside says it in words. */
export function Title({ record }: CellProps) {
  const { read_at, ...notice } = record as NoticeRecord
  const { title } = useNoticeTexts()(notice)
  return (
    <Box component="span" sx={{ fontWeight: read_at ? 400 : 650 }}>
      {title}
    </Box>
  )
}

/** Two lines of it: the list is read, not opened one by one. */
export function Message({ record }: CellProps) {
  const { message } = useNoticeTexts()(record as NoticeRecord)
  return (
    <Box component="span" title={message} sx={twoLines}>
      {message}
    </Box>
  )
}

const twoLines = { ...clamped(2), maxWidth: '72ch' }

export function ReadMark({ record }: CellProps) {
  const t = useT()
  const { read_at } = record as NoticeRecord
  if (read_at) return <Moment value={read_at} />
  return <Box sx={{ color: 'primary.main', fontWeight: 650 }}>{t('unread')}</Box>
}

/** What the server tells of an event: its English words, and what a translation is made of. */
interface NoticeText {
  readonly title: string
  readonly message: string
  readonly event?: unknown
  readonly values?: unknown
}

const isDay = /^\d{4}-\d{2}-\d{2}$/

/** The words of a notification in the user's language: those of the server where there is no translation. */
export function useNoticeTexts(): (notification: NoticeText) => { title: string; message: string } {
  const translate = useTranslate()
  return useCallback(
    ({ title, message, event, values }) => {
      if (typeof event !== 'string') return { title, message }
      // Among the values are words of the server, like the name of a job, and days.
      const wordOf = (value: string) => (isDay.test(value) ? dayText(value) : translate(value))
      const given = mapValues(values ?? {}, (value) =>
        typeof value === 'string' ? wordOf(value) : value,
      )
      const word = (part: string, english: string) =>
        translate(`notifications.${event}.${part}`, { ...given, _: english })
      return { title: word('title', title), message: word('message', message) }
    },
    [translate],
  )
}
