import TextField from '@mui/material/TextField'
import type { KeyboardEvent } from 'react'

import { isDay, type Field } from '#schema'

import type { FilterValues } from '../../../client/records/filterValues.ts'
import { DateField } from '../dates/DateField.tsx'
import { useTyped } from '../useTyped.ts'
import type { Used } from './usedFirst.tsx'

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
export const TextFilter = ({ name, isMasked, isWhole, isLone, ...props }: FilterProps) => (
  <OperandField {...props} operand={isMasked || isWhole || isLone ? name : `${name}_contains`} />
)

/** Finds records whose value is exactly the typed one. */
export const ExactFilter = ({ name, ...props }: FilterProps) => (
  <OperandField {...props} operand={name} />
)

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
