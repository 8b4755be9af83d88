import Autocomplete, { type AutocompleteRenderInputParams } from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useRef, type HTMLAttributes, type Key, type KeyboardEvent } from 'react'

import { useT } from '../../client/i18n/texts.ts'
import { Swatch } from './ColorChip.tsx'
import { NoneYet } from './NoneYet.tsx'
import { useChoices, useCreatable, useNamed, type Choices } from './options.ts'
import { useMayPick, type Choice } from './useOptions.ts'
import { SteadyAutocomplete } from './SteadyAutocomplete.tsx'
import { useUsedFirst, type Used } from './filters/usedFirst.tsx'
import english from '../../../texts/en/lists.json'

interface PickerProps {
  target: string
  /** Names of those already chosen. */
  known?: readonly Choice[]
  /** Offers also what may no longer be chosen for a record. */
  isFilter?: boolean
  /** Which records those of the list point at. */
  used?: readonly Used[]
  input: TextFieldProps
  onBlur?: () => void
}

/** Picks one record of another resource; the server searches. */
export function OptionPicker({
  value,
  onChange,
  ...props
}: PickerProps & { value: number | null; onChange(id: number | null): void }) {
  const choices = useChoices(props.target, value === null ? [] : [value], props)
  const common = useCommon(choices, props)
  return (
    <SteadyAutocomplete
      {...common}
      value={choices.chosen[0] ?? null}
      onChange={(_event, choice) => onChange(choice?.id ?? null)}
    />
  )
}

/** Picks any number of records of another resource. */
export function OptionsPicker({
  value,
  onChange,
  ...props
}: PickerProps & { value: readonly number[]; onChange(ids: number[]): void }) {
  const choices = useChoices(props.target, value, props)
  const common = useCommon(choices, props)
  return (
    <Autocomplete
      {...common}
      multiple
      disableCloseOnSelect
      value={choices.chosen}
      onChange={(_event, chosen) => onChange(chosen.map(({ id }) => id))}
    />
  )
}

function useCommon(choices: Choices, { target, input, onBlur, used }: PickerProps) {
  const t = useT(english)
  const mayPick = useMayPick(target)
  const first = useUsedFirst(used)
  const ids = first.used.map(({ value }) => Number(value))
  const named = useNamed(target, ids)
  const offered = choices.isSearched
    ? choices.found
    : [...named, ...choices.found.filter(({ id }) => !ids.includes(id))]
  const nameOf = ({ id, label, inactive, isMissing }: Choice) => {
    if (isMissing) return t('not_found_choice', { id: String(id) })
    return inactive ? t('inactive_choice', { name: label }) : label
  }
  const problem = choices.error && t('options_failed')
  const { found, isLoading, isSearched } = choices
  const creatable = useCreatable(target)
  const isEmpty = mayPick && input.required && found.length === 0 && !isLoading && !isSearched
  const help = isEmpty && creatable ? <NoneYet resource={creatable} /> : input.helperText
  const isHighlighted = useRef(false)
  return {
    // Enter takes the first that was found for what is typed, never one of before, and sends no form meanwhile. The first is
    // marked from the first letter on: where as many are found as were there before, it would not be marked later.
    autoHighlight: choices.isTyped,
    onHighlightChange: (_event: unknown, choice: Choice | null) => {
      isHighlighted.current = choice !== null
    },
    onKeyDown: (event: KeyboardEvent & { defaultMuiPrevented?: boolean }) => {
      if (event.key !== 'Enter' || !choices.isTyped) return
      if (choices.isLoading || !isHighlighted.current) event.preventDefault()
      event.defaultMuiPrevented = choices.isLoading
    },
    options: first.sorted(offered, valueOf),
    groupBy: first.groupBy(valueOf),
    renderGroup: first.renderGroup,
    onOpen: first.onOpen,
    loading: choices.isLoading,
    disabled: !mayPick,
    onBlur,
    // The server has searched; what it found is not searched again.
    filterOptions: (options: Choice[]) => options,
    getOptionLabel: nameOf,
    getOptionKey: (choice: Choice) => choice.id,
    isOptionEqualToValue: (one: Choice, other: Choice) => one.id === other.id,
    onInputChange: (_event: unknown, text: string, reason: string) => {
      if (reason === 'input') choices.search(text)
    },
    onClose: () => {
      first.onClose()
      choices.search('')
    },
    noOptionsText: problem || t('no_choices'),
    loadingText: t('loading'),
    renderOption: (props: HTMLAttributes<HTMLLIElement> & { key: Key }, choice: Choice) => {
      const { key, ...rest } = props
      return (
        <Box component="li" key={key} {...rest} sx={{ display: 'flex', gap: 1 }}>
          {choice.color && <Swatch color={choice.color} />}
          {choice.flag && <span aria-hidden>{choice.flag}</span>}
          {nameOf(choice)}
          {first.countOf(valueOf(choice))}
        </Box>
      )
    },
    renderInput: (params: AutocompleteRenderInputParams) => (
      <TextField
        {...params}
        {...input}
        // The label would stand where the words are that say what no value means.
        {...(input.placeholder && { InputLabelProps: { ...params.InputLabelProps, shrink: true } })}
        error={input.error || Boolean(problem)}
        helperText={problem ?? help}
      />
    ),
  }
}

const valueOf = ({ id }: Choice) => String(id)
