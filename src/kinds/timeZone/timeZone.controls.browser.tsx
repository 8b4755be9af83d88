import TextField from '@mui/material/TextField'

import { zoneNames } from '../../browser/ui/fields/dates/zones.ts'
import { SteadyAutocomplete } from '../../browser/ui/fields/SteadyAutocomplete.tsx'
import { type InputProps, useControl } from '../../browser/ui/fields/textInputs.tsx'
import type { ControlsKind } from '../kind.browser.ts'

export const timeZoneControls: ControlsKind = { Input: TimeZoneInput, isPicked: true }

/** Every time zone that the browser knows, found by typing. */
function TimeZoneInput(props: InputProps) {
  const { field, shown } = useControl(props)
  return (
    <SteadyAutocomplete
      options={zoneNames(field.value)}
      value={field.value || null}
      autoHighlight
      onChange={(_event, zone) => field.onChange(zone)}
      onBlur={() => field.onBlur()}
      renderInput={(params) => (
        <TextField {...params} {...shown} id={params.id} inputRef={field.ref} />
      )}
    />
  )
}
