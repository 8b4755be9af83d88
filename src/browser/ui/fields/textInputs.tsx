import Link from '@mui/material/Link'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import type { HTMLInputTypeAttribute } from 'react'
import { useInput, useResourceContext, type UseInputValue } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'

import { type Field, kindOf } from '#schema'

import type { Row } from '../../client/records/row.ts'
import { pathOf } from '../../client/addresses/addresses.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import { useUser } from '../../client/session/user.ts'
import { useMessage, useT } from '../../client/i18n/texts.ts'
import english from '../../../texts/en/lists.json'

export interface InputProps<F extends Field = Field> {
  readonly field: F
  readonly name: string
  readonly label: string
  readonly required: boolean
  /** The record that is edited; undefined for a new one. */
  readonly record: Row | undefined
  /** Stands in an empty input whose value the user sees only masked. */
  readonly placeholder: string | undefined
}

/** The form's hold on one input, and what every text field shows of it: label, mark, help and first error. */
export function useControl(props: InputProps): UseInputValue & { shown: TextFieldProps } {
  const { name, label, required, field, placeholder } = props
  const control = useInput({ source: name, format: (value) => value ?? '' })
  const { id, fieldState } = control
  const problem = fieldState.error?.message
  const shown: TextFieldProps = {
    id,
    name,
    label,
    required,
    placeholder,
    margin: 'none',
    error: fieldState.invalid,
    helperText: problem ? <Refusal message={problem} /> : field.options.help,
    ...(placeholder && { slotProps: { inputLabel: { shrink: true } } }),
  }
  return { ...control, shown }
}

/** Why a value was refused; a record that is named by its number, `#12`, opens beside the form. */
function Refusal({ message }: { message: string }) {
  const text = useMessage()(message)
  const resource = useResourceNamed(useResourceContext() ?? '')
  const user = useUser()
  const [, before, id, after] = /^(.*)#(\d+)(.*)$/s.exec(text) ?? []
  if (!id || !resource || resource.access.show(user) === false) return text
  return (
    <>
      {before}
      <Link
        component={RouterLink}
        to={pathOf(resource, 'show', Number(id))}
        target="_blank"
        color="inherit"
      >
        #{id}
      </Link>
      {after}
    </>
  )
}

interface LineProps extends InputProps {
  type?: HTMLInputTypeAttribute
  max?: number
  inputMode?: 'numeric' | 'decimal'
}

/** A text on one line. */
export function Line({ type, max, inputMode, ...props }: LineProps) {
  const { field, shown } = useControl(props)
  // E-mail addresses, phone numbers, web addresses and numbers run from left to right in every language.
  const dir = type || inputMode ? 'ltr' : directionOf(field.value)
  const htmlInput = { maxLength: max, inputMode, autoComplete: 'off', spellCheck: false, dir }
  return (
    <TextField {...shown} {...field} type={type} slotProps={{ ...shown.slotProps, htmlInput }} />
  )
}

/** What names places to fill, `%{count}`, is a template: from right to left its signs would change their places. */
const directionOf = (value: unknown) => (/%\{\w+\}/.test(String(value)) ? 'ltr' : 'auto')

/** A text on several lines. */
export function Lines({ rows, code, ...props }: InputProps & { rows: number; code?: true }) {
  const { field, shown } = useControl(props)
  const sx = code && { '& textarea': { fontFamily: 'monospace', fontSize: '0.8125rem' } }
  const slotProps = {
    ...shown.slotProps,
    htmlInput: { dir: code ? 'ltr' : directionOf(field.value) },
  }
  return (
    <TextField {...shown} {...field} {...{ slotProps, sx }} multiline minRows={rows} maxRows={16} />
  )
}

/** Entries, one a line; those that are none are counted at once and refused by name when saved. */
export function listInput(between: RegExp) {
  const entriesOf = (typed: unknown): string[] => {
    const parts = String(typed ?? '').split(between)
    return [...new Set(parts.filter(Boolean))]
  }
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
  const t = useT(english)
  const { field, shown } = useControl(props)
  const entries = entriesOf(field.value)
  const good = entries.filter((one) => isUnderstood(one, props.field)).length
  const counts = t('understood', { good, bad: entries.length - good })
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
