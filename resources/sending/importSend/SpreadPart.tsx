import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'

import { useResources, useT } from '#browser'
import { Select } from '#browser/later'
import { labelOf } from '#schema'

import { lead } from '../../leads/lead/lead.ts'
import english from '../../translations/en/send_plan.json'

/** Labels for the leads that have none; texts as they were typed. */
export interface Spread {
  readonly field: 'tags' | 'funnel' | 'status'
  readonly spread: readonly { readonly label: string; readonly weight: string }[]
}

const empty = { label: '', weight: '10' }
const first: Spread = { field: 'funnel', spread: [empty] }

/** What the server is asked for. */
export const spreadValues = ({ field, spread }: Spread) => ({
  field,
  spread: spread.map(({ label, weight }) => ({ label, weight: Number(weight) })),
})

/** Whether each label is written. */
export const isWritten = ({ spread }: Spread): boolean =>
  spread.every(({ label }) => label.trim() !== '')

interface SpreadProps {
  spread: Spread | undefined
  onChange(spread: Spread | undefined): void
  errors: Readonly<Record<string, string>> | undefined
}

/** Asks whether labels are spread over the leads before they go, and which (product.md 10.5). */
export function SpreadPart({ spread, onChange, errors }: SpreadProps) {
  const t = useT(english)
  const leads = useResources().find(({ name }) => name === lead.name)
  // The same declaration in the person's language.
  const action = (leads as typeof lead | undefined)?.actions?.randomize
  if (!action) return null
  const { field, spread: rows } = action.input
  const fault = (at: number, cell: string) =>
    Object.entries(errors ?? {}).find(([place]) => place.endsWith(`spread.${at}.${cell}`))?.[1]
  const changeRow = (at: number, changes: Partial<typeof empty>) =>
    spread &&
    onChange({
      ...spread,
      spread: spread.spread.map((one, place) => (place === at ? { ...one, ...changes } : one)),
    })
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <FormControlLabel
        control={
          <Checkbox
            checked={spread !== undefined}
            onChange={({ target }) => onChange(target.checked ? first : undefined)}
          />
        }
        label={t('import_send.spread')}
      />
      {spread && (
        <>
          <Typography variant="body2" color="text.secondary">
            {rows.options.help}
          </Typography>
          <Select
            margin="dense"
            label={labelOf('field', field)}
            value={spread.field}
            options={Object.entries(field.choices) as [Spread['field'], string][]}
            onChange={(name) => onChange({ ...spread, field: name })}
          />
          {spread.spread.map(({ label, weight }, at) => (
            // Rows are told apart by their places alone.
            <Box key={at} role="group" aria-label={`${rows.options.label} ${at + 1}`} sx={row}>
              <TextField
                label={labelOf('label', rows.cells.label)}
                value={label}
                onChange={({ target }) => changeRow(at, { label: target.value })}
                error={fault(at, 'label') !== undefined}
                helperText={fault(at, 'label')}
                slotProps={{ htmlInput: { maxLength: 120 } }}
              />
              <TextField
                type="number"
                label={labelOf('weight', rows.cells.weight)}
                value={weight}
                onChange={({ target }) => changeRow(at, { weight: target.value })}
                error={fault(at, 'weight') !== undefined}
                helperText={fault(at, 'weight')}
                slotProps={{ htmlInput: { min: 1, max: 100 } }}
              />
              <Button
                disabled={spread.spread.length === 1}
                onClick={() =>
                  onChange({ ...spread, spread: spread.spread.filter((_, place) => place !== at) })
                }
              >
                {t('import_send.remove_label')}
              </Button>
            </Box>
          ))}
          <Button
            disabled={spread.spread.length >= 20}
            onClick={() => onChange({ ...spread, spread: [...spread.spread, empty] })}
            sx={{ justifySelf: 'start' }}
          >
            {t('import_send.add_label')}
          </Button>
        </>
      )}
    </Box>
  )
}

const row = {
  display: 'grid',
  gap: 1,
  alignItems: 'start',
  gridTemplateColumns: { sm: 'minmax(0, 1fr) 7rem auto' },
}
