import TextField from '@mui/material/TextField'
import { useMemo } from 'react'

import { useT } from '../../client/i18n/texts.ts'
import { useTyped } from './useTyped.ts'
import type { Entries } from './entries.ts'

/** What a typed text means. */
export interface Reading {
  /** The same in its plainest form, one entry a line. */
  readonly text: string
  /** Undefined where the text is no list but a part of a value. */
  readonly entries?: Entries<string | number>
}

interface EntriesProps {
  label: string
  /** What is asked for now, in its plainest form. */
  text: string
  read(text: string): Reading
  onRead(reading: Reading): void
}

/** A list that is typed or pasted, with the number of entries that were understood and dropped. */
export function EntriesField({ label, text, read, onRead }: EntriesProps) {
  const t = useT()
  const plain = (typed: string) => read(typed).text
  const [typed, type, leave] = useTyped(text, (next) => onRead(read(next)), plain)
  const { entries } = useMemo(() => read(typed), [typed, read])
  return (
    <TextField
      fullWidth
      multiline
      size="small"
      margin="none"
      label={label}
      placeholder={t('one_or_many')}
      value={typed}
      onChange={(event) => type(event.target.value)}
      onBlur={leave}
      helperText={entries && typed.trim() && <Understood {...entries} />}
      slotProps={{
        // MUI's own measures thousands of lines anew after every key.
        input: { inputComponent: 'textarea' },
        htmlInput: { rows: rowsOf(typed), spellCheck: false, autoCapitalize: 'off' },
        formHelperText: { 'aria-live': 'polite', sx: { overflowWrap: 'anywhere' } },
      }}
    />
  )
}

const mostRows = 4

const rowsOf = (text: string) => Math.min(mostRows, text.split('\n', mostRows).length)

/** Most dropped entries that are named. */
const named = 3

function Understood({ kept, dropped }: Entries<unknown>) {
  const t = useT()
  const count = dropped.length
  const some = dropped.slice(0, named).map(short).join(', ')
  return (
    <>
      {t('entries_kept', { count: kept.length })}
      {count > 0 && ' · '}
      {count > named
        ? t('entries_dropped_more', { count, some })
        : count > 0 && t('entries_dropped', { count, some })}
    </>
  )
}

const short = (entry: string) => (entry.length > 30 ? `${entry.slice(0, 30)}…` : entry)
