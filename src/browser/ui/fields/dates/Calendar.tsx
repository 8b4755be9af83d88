import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { useEffect, useEffectEvent, useState } from 'react'

import { dayOn } from '#schema'

import { displayLocale } from '../../../client/i18n/formats.ts'
import { useT } from '../../../client/i18n/texts.ts'
import { calendarLocale, narrowWeekday } from './calendarLocale.ts'
import { DateField } from './DateField.tsx'
import type { DateForm } from './dateForms.ts'
import { zoneName } from './zones.ts'
import english from '../../../../texts/en/dates.json'

dayjs.extend(utc)

interface CalendarProps {
  readonly form: DateForm
  /** As the field has it; empty without a day. */
  readonly value: string
  readonly min?: string | undefined
  readonly max?: string | undefined
  onChoose(value: string): void
  onClose(): void
  /** It stands now, as large as it is. */
  onDrawn(): void
}

/** The days of a month, and for a moment its time. A chosen day is the whole answer where there is no time. */
export function Calendar(props: CalendarProps) {
  const { form, value, min, max, onChoose, onClose, onDrawn } = props
  const t = useT(english)
  const [today] = useState(() => dayOn({ at: new Date(), zone: zoneName() }))
  const drawn = useEffectEvent(onDrawn)
  useEffect(() => drawn(), [])
  const [day = '', time = '00:00:00'] = value.split('T')
  const choose = (next: string) => {
    onChoose(form === 'moment' ? `${next}T${time}` : next)
    if (form === 'date') onClose()
  }
  const isOffered = (!min || today >= min) && (!max || today <= max)
  return (
    <Box sx={{ width: 320 }}>
      <Days {...{ day, today, min, max }} onChoose={choose} />
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', px: 2, pt: 1, pb: 1.5 }}>
        {form === 'moment' && (
          <DateField
            form="time"
            margin="none"
            label={t('time_of_day')}
            value={time.slice(0, 5)}
            onChange={(next) => {
              if (/^\d\d:\d\d$/.test(next)) onChoose(`${day || today}T${next}:00`)
            }}
          />
        )}
        {isOffered && <Button onClick={() => choose(today)}>{t('period.today')}</Button>}
        {value && (
          <Button
            onClick={() => {
              onChoose('')
              onClose()
            }}
          >
            {t('clear')}
          </Button>
        )}
      </Box>
    </Box>
  )
}

interface DaysProps extends Pick<CalendarProps, 'min' | 'max'> {
  readonly day: string
  readonly today: string
  onChoose(day: string): void
}

function Days({ day, today, min = '1900-01-01', max = '2100-12-31', onChoose }: DaysProps) {
  const t = useT(english)
  const { locale } = displayLocale()
  const texts = {
    previousMonth: t('previous_month'),
    nextMonth: t('next_month'),
    calendarViewSwitchingButtonAriaLabel: (view: string) =>
      view === 'year' ? t('choose_day') : t('choose_year'),
  }
  return (
    <LocalizationProvider
      dateAdapter={AdapterDayjs}
      adapterLocale={calendarLocale(locale)}
      localeText={texts}
    >
      <DateCalendar
        autoFocus
        // A day is the same in every zone; which one is today, the person's zone says.
        timezone="UTC"
        value={day ? dayjs.utc(day) : null}
        referenceDate={dayjs.utc(day || within(today, min, max))}
        minDate={dayjs.utc(min)}
        maxDate={dayjs.utc(max)}
        reduceAnimations
        disableHighlightToday
        dayOfWeekFormatter={(date) => narrowWeekday(locale, date.day())}
        onChange={(next, state, view) => {
          if (next?.isValid() && state === 'finish' && view === 'day')
            onChoose(next.format('YYYY-MM-DD'))
        }}
        slotProps={{
          day: (state) =>
            state.day.format('YYYY-MM-DD') === today
              ? { today: true, disableHighlightToday: false }
              : {},
        }}
        sx={fingers}
      />
    </LocalizationProvider>
  )
}

const within = (day: string, min: string, max: string) => (day < min ? min : day > max ? max : day)

/** On a phone a day is as large as a finger. */
const fingers = {
  width: 320,
  height: 'auto',
  maxHeight: 'none',
  '& .MuiPickersDay-root, & .MuiDayCalendar-weekDayLabel': { width: { xs: 44, sm: 40 }, mx: 0 },
  '& .MuiPickersDay-root': { height: { xs: 44, sm: 40 }, my: 0 },
  '& .MuiDayCalendar-slideTransition, & .MuiDayCalendar-monthContainer': {
    minHeight: { xs: 276, sm: 252 },
  },
}
