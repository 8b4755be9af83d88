import TextField from '@mui/material/TextField'

import { countryName, countryNames, flagOf } from '../../browser/ui/fields/countries.ts'
import { SteadyAutocomplete } from '../../browser/ui/fields/SteadyAutocomplete.tsx'
import { type InputProps, useControl } from '../../browser/ui/fields/textInputs.tsx'
import type { ControlsKind } from '../kind.browser.ts'

export const countryControls: ControlsKind = {
  Input: CountryInput,
  isPicked: true,
  example: () => 'GB',
}

function CountryInput(props: InputProps) {
  const { field, shown } = useControl(props)
  return (
    <SteadyAutocomplete
      options={Object.keys(countryNames())}
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
