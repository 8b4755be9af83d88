import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'

import { useT } from '../../../client/i18n/texts.ts'
import english from '../../../../texts/en/lists.json'

interface Contacts {
  readonly masked: boolean
  readonly reason: string
}

interface ContactsProps {
  contacts: Contacts
  onChange(contacts: Contacts): void
}

/** Contacts masked, or in the clear with a reason, for anyone who may have them so. */
export function ExportContacts({ contacts, onChange }: ContactsProps) {
  const t = useT(english)
  return (
    <Box sx={{ mt: 1 }}>
      <RadioGroup
        value={contacts.masked ? 'masked' : 'open'}
        onChange={(_event, value) => onChange({ ...contacts, masked: value === 'masked' })}
      >
        <FormControlLabel value="masked" control={<Radio />} label={t('export_masked')} />
        <FormControlLabel value="open" control={<Radio />} label={t('export_open')} />
      </RadioGroup>
      {!contacts.masked && (
        <TextField
          required
          label={t('export_reason')}
          value={contacts.reason}
          onChange={({ target }) => onChange({ ...contacts, reason: target.value.slice(0, 500) })}
        />
      )}
    </Box>
  )
}
