import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useState } from 'react'

import type { FieldOf } from '#schema'

import { useT } from '../../browser/client/i18n/texts.ts'
import { type InputProps, useControl } from '../../browser/ui/fields/textInputs.tsx'
import english from '../../texts/en/records.json'
import type { ControlsKind } from '../kind.browser.ts'
import { useFieldLabels } from '../parts/useFieldLabels.browser.ts'
import { between } from './words.ts'

type Props = InputProps<FieldOf<'words'>>

export const wordsControls: ControlsKind<FieldOf<'words'>> = {
  Input: (props) =>
    props.field.options.fieldsOf ? <FieldsInput {...props} /> : <WordsInput {...props} />,
  isWide: () => true,
  write: (value) => value ?? [],
}

/** Each word a chip; Enter, a comma, or leaving the input ends a word. Several that are pasted at once are parted. */
function WordsInput(props: Props) {
  const t = useT(english)
  const { field, shown } = useControl(props)
  const [typed, setTyped] = useState('')
  const words = wordsIn(field.value)
  const add = (text: string) => {
    const parts = text.split(between).map((part) => part.trim())
    const all = [...new Set([...words, ...parts.filter(Boolean)])]
    if (all.length > words.length) field.onChange(all)
    setTyped('')
  }
  return (
    <Autocomplete
      multiple
      freeSolo
      options={[]}
      value={[...words]}
      inputValue={typed}
      onInputChange={(_event, text, reason) => {
        if (reason === 'input' && between.test(text)) add(text)
        else if (reason !== 'reset') setTyped(text)
      }}
      onChange={(_event, next, reason) =>
        reason === 'createOption' ? add(typed) : field.onChange(next)
      }
      onBlur={() => {
        add(typed)
        field.onBlur()
      }}
      renderInput={(params) => (
        <TextField
          {...params}
          {...shown}
          id={params.id}
          inputRef={field.ref}
          {...labelled(props)}
          helperText={shown.helperText ?? t('words_help')}
          onKeyDown={(event) => {
            // It ends a word, and never the form.
            if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
          }}
          onPaste={(event) => {
            const text = event.clipboardData.getData('text/plain')
            if (!between.test(text)) return
            event.preventDefault()
            add(typed + text)
          }}
        />
      )}
    />
  )
}

/** Names of fields are chosen by their labels. */
function FieldsInput(props: Props) {
  const { field, shown } = useControl(props)
  const labels = useFieldLabels(props.field.options)
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      options={Object.keys(labels)}
      getOptionLabel={(name) => labels[name] ?? name}
      value={[...wordsIn(field.value)]}
      onChange={(_event, next) => field.onChange(next)}
      onBlur={() => field.onBlur()}
      renderInput={(params) => (
        <TextField
          {...params}
          {...shown}
          id={params.id}
          inputRef={field.ref}
          {...labelled(props)}
        />
      )}
    />
  )
}

/** The chosen words are no value of the input, which a browser would find empty. */
const labelled = ({ required, label }: Props) => ({
  required: false,
  label: required ? `${label} *` : label,
})

const wordsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value : [])
