import TextField from '@mui/material/TextField'

import { kindOf, type Field } from '#schema'

import { useT } from '../../client/i18n/texts.ts'
import type { InputProps } from './input.ts'
import { useControl } from './useControl.ts'

/** Entries, one a line; those that are none are counted at once and refused by name when saved. */
export function listInput(between: RegExp) {
  const entriesOf = (typed: unknown): string[] => [
    ...new Set(
      String(typed ?? '')
        .split(between)
        .filter(Boolean),
    ),
  ]
  return {
    Input: (props: InputProps) => <ListInput {...props} entriesOf={entriesOf} />,
    isWide: () => true,
    write: (value: unknown) => (Array.isArray(value) ? value.join('\n') : null),
    read: entriesOf,
  }
}

interface ListProps extends InputProps {
  entriesOf(typed: unknown): string[]
}

function ListInput({ entriesOf, ...props }: ListProps) {
  const t = useT()
  const { field, shown } = useControl(props)
  const entries = entriesOf(field.value)
  const good = entries.filter((one) => isUnderstood(one, props.field)).length
  const counts = t('understood', {
    good,
    bad: entries.length - good,
  })
  const help = entries.length > 0 ? counts : t('one_a_line')
  return (
    <TextField
      {...shown}
      {...field}
      multiline
      minRows={2}
      maxRows={10}
      helperText={shown.error ? shown.helperText : help}
      slotProps={{ ...shown.slotProps, htmlInput: { dir: 'ltr' } }}
    />
  )
}

const isUnderstood = (entry: string, field: Field): boolean =>
  kindOf(field).schema(field).safeParse([entry]).success
