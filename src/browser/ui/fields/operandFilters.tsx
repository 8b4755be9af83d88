import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import type { FocusEvent, KeyboardEvent } from 'react'

import { isDay, type Field } from '#schema'

import type { FilterValues, Operand } from '../../client/records/filterValues.ts'
import { DateField, dateWidth } from './dates/DateField.tsx'
import { Select } from './Select.tsx'
import { useTyped, useSteady } from './useTyped.ts'
import { useT } from '../../client/i18n/texts.ts'
import { useUsedFirst, type Used } from './usedFirst.tsx'

export interface FilterProps<F extends Field = Field> {
  readonly field: F
  readonly name: string
  readonly label: string
  /** The user sees the values masked: they are found by the exact value alone. */
  readonly isMasked: boolean
  /** No index finds a part of a value: only the whole one is found. */
  readonly isWhole?: boolean
  /** It is a part of a condition, and sets no key but its name. */
  readonly isLone?: boolean
  readonly values: FilterValues
  /** Which values the records of the list have, with how many have each, where that is known. */
  readonly used?: readonly Used[]
  /** Sets some keys and leaves the others; undefined takes a key away. */
  set(changes: FilterValues): void
}

/** Finds a fragment of the text; where values are masked, or found by nothing else, the exact value. */
export function TextFilter({ name, label, isMasked, isWhole, isLone, ...props }: FilterProps) {
  const operand = isMasked || isWhole || isLone ? name : `${name}_contains`
  return <OperandField {...props} label={label} operand={operand} />
}

/** Finds records whose value is exactly the typed one. */
export function ExactFilter({ name, ...props }: FilterProps) {
  return <OperandField {...props} operand={name} />
}

export interface OperandProps extends Pick<FilterProps, 'label' | 'values' | 'set'> {
  operand: string
  type?: 'text' | 'number' | 'date' | 'time'
}

/** One operand of a filter as a field that waits until typing rests. */
export function OperandField({ label, values, set, operand, type = 'text' }: OperandProps) {
  const isDate = type === 'date' || type === 'time'
  const [text, change, leave] = useTyped(String(values[operand] ?? ''), (value) => {
    if (!isDate || value === '' || isRead[type](value)) set({ [operand]: value || undefined })
  })
  const common = {
    margin: 'none' as const,
    label,
    value: text,
    onBlur: leave,
    onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && change(text, 'now'),
  }
  if (isDate) return <DateField {...common} form={type} onChange={change} />
  return <TextField {...common} type={type} onChange={({ target }) => change(target.value)} />
}

/** A text that names no day or time asks for nothing yet. */
const isRead = { date: isDay, time: (text: string) => /^\d\d:\d\d$/.test(text) }

export const NumberRangeFilter = (props: FilterProps) => <Range {...props} type="number" />
export const TimeRangeFilter = (props: FilterProps) => <Range {...props} type="time" />

interface RangeProps extends Pick<FilterProps, 'name' | 'label' | 'values' | 'set'> {
  type: 'number' | 'date' | 'time'
}

export function Range({ name, label, values, set, type }: RangeProps) {
  const t = useT()
  const common = { values, set, type }
  const from = t('from', { label })
  return (
    <Box
      role="group"
      aria-label={label}
      sx={{
        display: 'grid',
        gridTemplateColumns: columnsFor(type, from),
        gap: 1,
        ...(type === 'date' && small),
      }}
    >
      <OperandField {...common} operand={`${name}_from`} label={from} />
      <OperandField {...common} operand={`${name}_to`} label={t('to')} />
    </Box>
  )
}

const small = { '& .MuiInputBase-input': { fontSize: '0.875rem' } }

/** Two columns where a whole date, or what is asked for, has room in each. */
function columnsFor(type: RangeProps['type'], label: string): string {
  const least =
    type === 'date' ? `${dateWidth('date')}px` : `min(100%, ${label.length * 0.9}ch + 24px)`
  return `repeat(auto-fit, minmax(${least}, 1fr))`
}

/** Yes, no, or either. */
export function YesFilter({ name, ...props }: FilterProps) {
  const t = useT()
  return <OneOf {...props} operand={name} yes={t('yes')} no={t('no')} />
}

/** Whether there is a value at all, for values that cannot be compared. */
export function EmptyFilter({ name, ...props }: FilterProps) {
  const t = useT()
  const answers = { yes: t('empty'), no: t('not_empty') }
  return <OneOf {...props} operand={`${name}_empty`} {...answers} />
}

interface OneProps extends Pick<FilterProps, 'label' | 'values' | 'set'> {
  operand: string
  yes: string
  no: string
}

/** An operand that is yes, no, or not asked for. */
function OneOf({ label, values, set, operand, yes, no }: OneProps) {
  const t = useT()
  return (
    <Select
      label={label}
      value={String(values[operand] ?? '')}
      options={[
        ['', t('any')],
        ['true', yes],
        ['false', no],
      ]}
      onChange={(chosen) => set({ [operand]: chosen || undefined })}
    />
  )
}

/** Any of the values that there are, or of others that are typed. */
export const UsedFilter = (props: FilterProps) => (
  <ManyOf {...props} isOpenEnded labels={ownLabels(props.used)} />
)

/** Each used value as it is. */
export const ownLabels = (used: readonly Used[] = []): Record<string, string> =>
  Object.fromEntries(used.map(({ value }) => [value, String(value)]))

interface ManyProps extends Pick<FilterProps, 'name' | 'label' | 'values' | 'set' | 'used'> {
  labels: Readonly<Record<string, string>>
  /** Takes others, too. */
  isOpenEnded?: boolean
}

/** Any number of values out of a few. */
export function ManyOf({ name, label, values, set, used, labels, isOpenEnded }: ManyProps) {
  const chosen = useSteady(listed(values[name]).map(String))
  const first = useUsedFirst(used)
  const choose = (next: readonly string[]) => set({ [name]: next })
  const addTyped = ({ target }: FocusEvent<HTMLElement>) => {
    const typed = target instanceof HTMLInputElement ? target.value.trim() : ''
    if (typed && !chosen.includes(typed)) choose([...chosen, typed])
  }
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      {...(isOpenEnded && { freeSolo: true, clearOnBlur: true, onBlur: addTyped })}
      size="small"
      options={first.sorted(Object.keys(labels), String)}
      onOpen={first.onOpen}
      onClose={first.onClose}
      groupBy={first.groupBy(String)}
      renderGroup={first.renderGroup}
      renderOption={({ key, ...props }, value) => (
        <li key={key} {...props}>
          {labels[value] ?? value}
          {first.countOf(value)}
        </li>
      )}
      getOptionLabel={(value) => labels[value] ?? value}
      value={chosen}
      onChange={(_event, next) => choose(next)}
      renderInput={(params) => <TextField {...params} label={label} margin="none" />}
    />
  )
}

/** The operands under one key, which a hand-written address may also give as one text. */
export function listed(operand: Operand): readonly (string | number)[] {
  if (operand === undefined) return []
  if (typeof operand === 'string') return operand.split(',')
  return typeof operand === 'object' ? operand : [String(operand)]
}
