import MenuItem from '@mui/material/MenuItem'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useInput, type UseInputValue } from 'react-admin'

import { useProvider } from '../../client/records/provider.ts'
import { useT } from '../../client/i18n/texts.ts'
import { pageSizes } from '../list/listRequest.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { SteadyAutocomplete } from '../../ui/fields/SteadyAutocomplete.tsx'
import { zoneNames } from '../../ui/fields/dates/zones.ts'
import english from '../../../texts/en/profile.json'

interface Props {
  source?: string
  disabled?: boolean
}

function control({ id, fieldState }: UseInputValue): TextFieldProps {
  return { id, margin: 'none', error: fieldState.invalid, helperText: fieldState.error?.message }
}

export function NameInput({ disabled }: Props) {
  const t = useT(english)
  const input = useInput({ source: 'name' })
  const htmlInput = { maxLength: 120, autoComplete: 'name', readOnly: disabled }
  return (
    <TextField {...input.field} {...control(input)} label={t('name')} slotProps={{ htmlInput }} />
  )
}

/** A value that cannot be changed here. */
export function ReadOnly({ label, value, help }: { label: string; value: string; help?: string }) {
  return (
    <TextField
      {...{ label, value }}
      margin="none"
      helperText={help}
      slotProps={{ htmlInput: { readOnly: true } }}
    />
  )
}

/** The languages that the console speaks by now. */
export function LanguageInput({ source = 'locale', disabled = false }: Props) {
  const t = useT(english)
  const provider = useProvider()
  const input = useInput({ source })
  const { data = {} } = useQuery({
    queryKey: ['languages'],
    queryFn: () => provider.call('GET', '/localizations') as Promise<object>,
    staleTime: Infinity,
  })
  const own = String(input.field.value)
  const names: Readonly<Record<string, unknown>> = {
    ...(own && { [own]: own }),
    en: 'English',
    ...data,
  }
  return (
    <TextField
      select
      {...input.field}
      {...control(input)}
      label={t('language')}
      disabled={disabled}
    >
      {Object.entries(names).map(([code, name]) => (
        <MenuItem key={code} value={code} lang={code}>
          {String(name)}
        </MenuItem>
      ))}
    </TextField>
  )
}

/** Every time zone that the browser knows, found by typing. */
export function ZoneInput({ source = 'timezone', disabled = false }: Props) {
  const t = useT(english)
  const input = useInput({ source })
  const zone = String(input.field.value)
  const zones = useMemo(() => zoneNames(zone), [zone])
  return (
    <SteadyAutocomplete
      options={zones}
      value={zone}
      disabled={disabled}
      disableClearable
      autoHighlight
      noOptionsText={t('no_choices')}
      onChange={(_event, chosen) => input.field.onChange(chosen)}
      onBlur={input.field.onBlur}
      renderInput={(params) => <TextField {...params} {...control(input)} label={t('time_zone')} />}
    />
  )
}

export function PageSizeInput({ source = 'per_page', disabled = false }: Props) {
  const t = useT(english)
  const input = useInput({ source })
  const sizes = [...new Set([...pageSizes, Number(input.field.value)])].sort((a, b) => a - b)
  return (
    <Select<number>
      {...input.field}
      {...control(input)}
      label={t('page_size')}
      disabled={disabled}
      options={sizes.map((size) => [size, size])}
      onChange={input.field.onChange}
    />
  )
}
