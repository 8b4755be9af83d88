import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'

import { countryCodes } from '#schema'

import { countryName, flagOf } from '../countries.ts'
import type { InputKind, InputProps } from '../input.ts'
import { useControl } from '../useControl.ts'

export const countryInput: InputKind = { Input: CountryInput }

const codes = [...countryCodes].toSorted((a, b) => countryName(a).localeCompare(countryName(b)))

function CountryInput(props: InputProps) {
  const { field, shown } = useControl(props)
  return (
    <Autocomplete
      options={codes}
      getOptionLabel={(code) => `${flagOf(code)} ${countryName(code)}`}
      value={field.value || null}
      onChange={(_event, code) => field.onChange(code)}
      onBlur={() => field.onBlur()}
      renderInput={(params) => (
        <TextField {...params} {...shown} id={params.id} inputRef={field.ref} />
      )}
    />
  )
}
