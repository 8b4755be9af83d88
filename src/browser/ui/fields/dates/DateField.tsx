import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import Popover, { type PopoverActions } from '@mui/material/Popover'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { type KeyboardEvent, Suspense, useRef, useState } from 'react'

import { useT } from '../../../client/i18n/texts.ts'
import { Closable } from '../../states/lazyDialog.tsx'
import { lazyPart } from '../../states/lazyPart.tsx'
import { type DateForm, forms } from './dateForms.ts'
import { useWritten } from './useWritten.ts'
import english from '../../../../texts/en/dates.json'

const Calendar = lazyPart(async () => (await import('./Calendar.tsx')).Calendar)

interface DateProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'type' | 'select'> {
  readonly form: DateForm
  readonly label: string
  /** `YYYY-MM-DD`, a local `YYYY-MM-DDTHH:mm:ss` or `HH:mm`; or a text that is none, as it was typed. */
  readonly value: string
  /** Gets the same: a value as soon as the text names one, until then the text itself. */
  onChange(value: string): void
  /** The first and the last day that the calendar offers. */
  readonly min?: string | undefined
  readonly max?: string | undefined
}

/** A day, a moment or a time that is typed as it is shown, or in other clear ways; a day also from a calendar. */
export function DateField({ form, value, onChange, min, max, ...props }: DateProps) {
  const t = useT(english)
  const { text, type, choose, leave } = useWritten(form, value, onChange)
  const [isOpen, setOpen] = useState(false)
  const [isLeft, setLeft] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const popover = useRef<PopoverActions>(null)
  const isUnread = text.trim() !== '' && forms[form].read(text) === undefined
  const isTold = isUnread && (isLeft || props.error === true)
  const hasCalendar = form !== 'time'
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (hasCalendar && event.altKey && event.key === 'ArrowDown') {
      event.preventDefault()
      setOpen(true)
    }
    if (event.key === 'Enter') leave()
    props.onKeyDown?.(event)
  }
  return (
    <>
      <TextField
        {...props}
        ref={box}
        value={text}
        placeholder={props.placeholder ?? forms[form].example()}
        error={props.error || isTold}
        helperText={isTold ? forms[form].help(t) : props.helperText}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setLeft(false)
          type(event.target.value)
        }}
        onBlur={(event) => {
          setLeft(true)
          leave()
          props.onBlur?.(event)
        }}
        sx={[narrow, ...(Array.isArray(props.sx) ? props.sx : [props.sx])]}
        slotProps={{
          ...props.slotProps,
          // An empty input would have its example begin at the left in every language.
          htmlInput: { dir: text ? 'auto' : undefined, autoComplete: 'off', spellCheck: false },
          input: {
            endAdornment: hasCalendar && !props.disabled && (
              <Opener label={props.label} onOpen={() => setOpen(true)} />
            ),
          },
        }}
      />
      {isOpen && (
        <Popover
          open
          action={popover}
          anchorEl={() => box.current}
          transitionDuration={0}
          onClose={() => setOpen(false)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{
            paper: { role: 'dialog', 'aria-label': t('calendar_of', { label: props.label }) },
          }}
        >
          <Closable onClose={() => setOpen(false)}>
            <Suspense fallback={<Box sx={calendarSize} />}>
              <Calendar
                {...{ form, min, max }}
                value={forms[form].read(text) ?? ''}
                onChoose={choose}
                onDrawn={() => popover.current?.updatePosition()}
                onClose={() => setOpen(false)}
              />
            </Suspense>
          </Closable>
        </Popover>
      )}
    </>
  )
}

function Opener({ label, onOpen }: { label: string; onOpen(): void }) {
  const t = useT(english)
  return (
    <InputAdornment position="end">
      <IconButton
        edge="end"
        size="small"
        aria-haspopup="dialog"
        aria-label={t('calendar_of', { label })}
        onClick={onOpen}
      >
        <CalendarIcon fontSize="small" />
      </IconButton>
    </InputAdornment>
  )
}

/** The sign takes no more room than a finger needs: a whole date stands beside it in half a column. */
const narrow = {
  '& .MuiInputBase-adornedEnd': { pr: 1.25 },
  '& .MuiInputAdornment-root': { ml: 0 },
}

/** Nearly as large as the calendar that comes. */
const calendarSize = { width: 320, height: 380 }
