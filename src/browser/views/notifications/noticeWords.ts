import { useCallback } from 'react'
import { useTranslate } from 'react-admin'

/** What the server tells of an event: its English words, and what a translation is made of. */
export interface Told {
  readonly title: string
  readonly message: string
  readonly event?: unknown
  readonly values?: unknown
}

/** The words of a notification in the user's language: those of the server where there is no translation. */
export function useNoticeWords(): (told: Told) => { title: string; message: string } {
  const translate = useTranslate()
  return useCallback(
    ({ title, message, event, values }) => {
      if (typeof event !== 'string') return { title, message }
      // Among the values are words of the server, like the name of a job.
      const given = Object.fromEntries(
        Object.entries(values ?? {}).map(([name, value]) => [
          name,
          typeof value === 'string' ? translate(value) : value,
        ]),
      )
      const word = (part: string, english: string) =>
        translate(`notifications.${event}.${part}`, { ...given, _: english })
      return { title: word('title', title), message: word('message', message) }
    },
    [translate],
  )
}
