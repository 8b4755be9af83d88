import TextField from '@mui/material/TextField'

import { useT } from '../../../client/i18n/texts.ts'
import { makerOf, useUser } from '../../../client/session/user.ts'
import { SteadyAutocomplete } from '../../../ui/fields/SteadyAutocomplete.tsx'
import { zoneNames } from '../../../ui/fields/dates/zones.ts'
import english from '../../../../texts/en/lists.json'

interface ZoneProps {
  /** The user's own unless another was chosen. */
  zone: string | undefined
  onChange(zone: string): void
}

/** Asks for the time zone of the times in a file. */
export function ExportZone({ zone, onChange }: ZoneProps) {
  const t = useT(english)
  const { timezone: own = 'UTC' } = makerOf(useUser())
  const shown = zone ?? own
  return (
    <SteadyAutocomplete
      disableClearable
      autoHighlight
      size="small"
      options={zoneNames(shown)}
      value={shown}
      onChange={(_event, chosen) => onChange(chosen)}
      renderInput={(params) => (
        <TextField {...params} margin="none" label={t('export_zone')} sx={{ mt: 2 }} />
      )}
    />
  )
}
