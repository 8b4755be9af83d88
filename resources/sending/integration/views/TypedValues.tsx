import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'

import { useResources, useT } from '#browser'
import { fieldOf, sentence } from '#schema'

import { personFields } from '../../../leads/lead/leadViews.ts'
import english from '../../../translations/en/console.json'
import type { Integration } from '../integration.ts'
import { variablesIn } from '../request/template.ts'

export type Typed = Readonly<Record<string, string>>

interface TypedProps {
  /** Undefined while it is read. */
  integration: Integration | undefined
  typed: Typed
  onChange(typed: Typed): void
}

/** What brokers look at most. */
const usual = ['first_name', 'last_name', 'email', 'phone'] as const

/** Those of a lead that are chosen from a list, and so are its own. */
const linked: ReadonlySet<string> = new Set(['country', 'language'])

/** What a call is made of, to be typed in the place of the test lead's own (product.md 7.5). */
export function TypedValues({ integration, typed, onChange }: TypedProps) {
  const t = useT(english)
  const leads = useResources().find(({ name }) => name === 'leads')
  const [isOpen, setOpen] = useState(false)
  const used = new Set<string>([...usual, ...(integration ? usedBy(integration) : [])])
  const names = personFields.filter((name) => used.has(name) && !linked.has(name))
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

function usedBy({ url, headers, body_template, mapping }: Integration): string[] {
  const fields = mapping.flatMap(({ kind, value }) => (kind === 'constant' ? [] : [value ?? '']))
  return [...fields, ...variablesIn(JSON.stringify([url, headers, body_template, fields]))]
}
