import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'

import { useResources, useT } from '#browser'
import { fieldOf, sentence } from '#schema'

import english from '../../../translations/en/console.json'

export type Typed = Readonly<Record<string, string>>

interface TypedProps {
  typed: Typed
  onChange(typed: Typed): void
}

/** What brokers look at most, to be typed in the place of the test lead's own (product.md 7.5). */
const names = ['first_name', 'last_name', 'email', 'phone'] as const

export function TypedValues({ typed, onChange }: TypedProps) {
  const t = useT(english)
  const leads = useResources().find(({ name }) => name === 'leads')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        sx={{ justifySelf: 'start' }}
      >
        {t('integration.type_values')}
      </Button>
      {isOpen && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          {names.map((name) => (
            <TextField
              key={name}
              label={(leads && fieldOf(leads, name)?.options.label) ?? sentence(name)}
              value={typed[name] ?? ''}
              onChange={({ target: { value } }) => {
                const { [name]: _, ...others } = typed
                onChange(value === '' ? others : { ...others, [name]: value })
              }}
              slotProps={{ htmlInput: { maxLength: 190 } }}
            />
          ))}
        </Box>
      )}
    </>
  )
}
