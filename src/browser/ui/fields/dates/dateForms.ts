import { isDay } from '#schema'

import type { Translate } from '../../../client/i18n/texts.ts'
import { dayText, localText } from './dates.tsx'
import { readDay, readMoment, readTime } from './readDate.ts'
import english from '../../../../texts/en/dates.json'

export type DateForm = 'date' | 'moment' | 'time'

/** How wide a field is that shows a whole date, in pixels. */
export const dateWidth = (form: DateForm): number => forms[form].example().length * 7.2 + 56

interface Form {
  read(text: string): string | undefined
  /** A value as the console shows it; what is none as it is. */
  show(value: string): string
  example(): string
  help(t: Translate<typeof english>): string
}

const exampleDay = '2026-01-31'

export const forms: Readonly<Record<DateForm, Form>> = {
  date: {
    read: readDay,
    show: (value) => (isDay(value) ? dayText(value) : value),
    example: () => dayText(exampleDay),
    help: (t) => t('date_like', { example: forms.date.example() }),
  },
  moment: {
    read: readMoment,
    show: (value) => (/^\d{4}-\d\d-\d\dT/.test(value) ? localText(value) : value),
    example: () => localText(`${exampleDay}T14:30:00`),
    help: (t) => t('moment_like', { example: forms.moment.example() }),
  },
  time: {
    read: readTime,
    show: (value) => value,
    example: () => '14:30',
    help: (t) => t('time_like'),
  },
}
