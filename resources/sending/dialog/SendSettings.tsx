import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'

import { displayLocale, tagOf, useT, useUser } from '#browser'
import { DateField, Select } from '#browser/later'

import { weekdays, type SendForm } from './sendForm.ts'
import type { PartProps } from './TargetPart.tsx'
import english from '../../translations/en/console.json'

/** When, how fast, in which order, and when the job stops by itself (product.md 6.4, 6.6). */
export function SendSettings(props: PartProps) {
  const t = useT(english)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <When {...props} />
      <Button
        size="small"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        sx={{ justifySelf: 'start' }}
      >
        {t('send.more')}
      </Button>
      {isOpen && <More {...props} />}
    </>
  )
}

function When(props: PartProps) {
  const { form, change, faults } = props
  const t = useT(english)
  const whens = { now: t('send.now'), at: t('send.at'), window: t('send.window') }
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={form.when}
        aria-label={t('send.when')}
        onChange={(_event, when: SendForm['when'] | null) => when && change({ when })}
        // A short word is not cut in favour of its neighbours, as dialogs cut long ones.
        sx={{ overflowWrap: 'normal' }}
      >
        {Object.entries(whens).map(([when, label]) => (
          <ToggleButton key={when} value={when}>
            {label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {form.when === 'at' && (
        <DateField
          form="moment"
          label={t('send.not_before', { zone: displayLocale().zone ?? 'UTC' })}
          value={form.at}
          onChange={(at) => change({ at })}
          error={'scheduled_at' in faults}
        />
      )}
      {form.when === 'window' && <Hours {...props} />}
    </Box>
  )
}

function Hours({ form, change, faults }: PartProps) {
  const t = useT(english)
  const time = (name: 'window_from' | 'window_to', label: string) => (
    <DateField
      form="time"
      label={label}
      value={form[name]}
      onChange={(value) => change({ [name]: value })}
      error={name in faults}
      helperText={faults[name]}
    />
  )
  return (
    <>
      <Box sx={pairs}>
        {time('window_from', t('send.window_from'))}
        {time('window_to', t('send.window_to'))}
      </Box>
      <ToggleButtonGroup
        size="small"
        value={[...form.weekdays]}
        aria-label={t('send.weekdays')}
        onChange={(_event, chosen: string[]) => change({ weekdays: chosen })}
        sx={{ display: { xs: 'grid', sm: 'inline-flex' }, gridTemplateColumns: 'repeat(7, 1fr)' }}
      >
        {weekdays.map((day, at) => (
          <ToggleButton key={day} value={day} aria-label={dayName(at, 'long')} sx={{ minWidth: 0 }}>
            <Box component="span" sx={{ display: { sm: 'none' } }}>
              {dayName(at, 'narrow')}
            </Box>
            <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
              {dayName(at, 'short')}
            </Box>
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </>
  )
}

/** The fifth of January 2026 was a Monday. */
const dayName = (at: number, weekday: 'narrow' | 'short' | 'long'): string =>
  new Intl.DateTimeFormat(tagOf(displayLocale().locale), { weekday, timeZone: 'UTC' }).format(
    Date.UTC(2026, 0, 5 + at),
  )

type Typed =
  | 'interval_min'
  | 'interval_max'
  | 'per_hour'
  | 'per_day'
  | 'stop_percent'
  | 'stop_first'

function More({ form, change, faults }: PartProps) {
  const t = useT(english)
  const number = (name: Typed, label: string) => (
    <TextField
      type="number"
      label={label}
      value={form[name]}
      onChange={({ target }) => change({ [name]: target.value })}
      error={name in faults}
      helperText={faults[name]}
    />
  )
  const checkbox = (name: 'is_canary' | 'is_forced', label: string) => (
    <FormControlLabel
      sx={{ gridColumn: '1 / -1' }}
      control={
        <Checkbox
          checked={form[name]}
          onChange={({ target }) => change({ [name]: target.checked })}
        />
      }
      label={label}
    />
  )
  const mayForce = useUser().permissions.has('lead.send.force')
  return (
    <Box sx={pairs}>
      {number('interval_min', t('send.interval_min'))}
      {number('interval_max', t('send.interval_max'))}
      {number('per_hour', t('send.per_hour'))}
      {number('per_day', t('send.per_day'))}
      {number('stop_percent', t('send.stop_percent'))}
      {number('stop_first', t('send.stop_first'))}
      <Select
        margin="dense"
        label={t('send.order')}
        value={form.order}
        options={orders.map((order) => [order, t(`send.${order}`)])}
        onChange={(order) => change({ order })}
      />
      <TextField
        label={t('send.note')}
        value={form.note}
        onChange={({ target }) => change({ note: target.value })}
        error={'note' in faults}
        helperText={faults['note']}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
      {checkbox('is_canary', t('send.canary'))}
      {mayForce && checkbox('is_forced', t('send.forced'))}
    </Box>
  )
}

const orders = ['oldest', 'newest', 'shuffle'] as const

const pairs = { display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }
