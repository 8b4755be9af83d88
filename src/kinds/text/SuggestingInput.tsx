import { createFilterOptions } from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'

import type { FieldOf } from '#schema'

import { SteadyAutocomplete } from '../../browser/ui/fields/SteadyAutocomplete.tsx'
import { useControl, type InputProps } from '../../browser/ui/fields/textInputs.tsx'
import { useFieldLabels } from '../parts/useFieldLabels.browser.ts'

type Options = FieldOf<'text'>['options']

interface Props extends InputProps<FieldOf<'text'>> {
  suggests: NonNullable<Options['suggests']>
}

/** A text on one line that may be anything; what is usual there is offered. */
export function SuggestingInput({ suggests, ...props }: Props) {
  const beside: unknown = useWatch({ name: props.name.replace(/\.?[^.]*$/, '') })
  const options = useSuggested(suggests, beside)
  const { fieldsOf } = props.field.options
  const shared = { ...props, options }
  return fieldsOf ? <WithLabels {...shared} fieldsOf={fieldsOf} /> : <Suggesting {...shared} />
}

/** Nothing until it is loaded. */
function useSuggested(suggests: Props['suggests'], beside: unknown): readonly string[] {
  const [options, setOptions] = useState<readonly string[]>([])
  useEffect(() => {
    let isAsked = true
    void Promise.resolve(suggests(Object(beside))).then((found) => isAsked && setOptions(found))
    return () => {
      isAsked = false
    }
  }, [suggests, beside])
  return options
}

const noLabels: Readonly<Record<string, string>> = {}

type SuggestingProps = Omit<Props, 'suggests'> & { options: readonly string[] }

const WithLabels = ({ fieldsOf, ...props }: SuggestingProps & { fieldsOf: string }) => (
  <Suggesting {...props} labels={useFieldLabels({ fieldsOf, only: props.options })} />
)

function Suggesting({
  options,
  labels = noLabels,
  ...props
}: SuggestingProps & { labels?: Readonly<Record<string, string>> }) {
  const { field, shown } = useControl(props)
  const stringify = (name: string) => `${name} ${labels[name] ?? ''}`
  return (
    <SteadyAutocomplete
      freeSolo
      options={[...options]}
      filterOptions={createFilterOptions({ stringify })}
      renderOption={({ key, ...item }, name) => (
        <Box component="li" key={key} {...item} sx={offered}>
          {labels[name] ?? name}
          {labels[name] && (
            <Box component="code" sx={{ ml: 'auto', color: 'text.secondary' }}>
              {name}
            </Box>
          )}
        </Box>
      )}
      inputValue={String(field.value)}
      onInputChange={(_event, text, reason) => reason !== 'reset' && field.onChange(text)}
      onChange={(_event, chosen) => field.onChange(chosen ?? '')}
      onBlur={() => field.onBlur()}
      renderInput={(params) => (
        <TextField
          {...params}
          {...shown}
          id={params.id}
          inputRef={field.ref}
          slotProps={{
            ...shown.slotProps,
            htmlInput: {
              ...params.inputProps,
              maxLength: props.field.options.max,
              spellCheck: false,
            },
          }}
        />
      )}
    />
  )
}

/** The name goes below the label where there is no room beside it. */
const offered = { flexWrap: 'wrap', columnGap: 2, overflowWrap: 'anywhere' } as const
