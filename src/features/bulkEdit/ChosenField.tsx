import RemoveIcon from '@mui/icons-material/RemoveCircleOutline'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'

import type { Resource } from '#schema'

import type { FormField } from '../../browser/views/forms/values/formSections.ts'
import { controlsOf } from '../../kinds/kinds.controls.browser.ts'
import { FormFields } from '../../browser/views/forms/fields/FormFields.tsx'
import { Select } from '../../browser/ui/fields/Select.tsx'
import { useNames, useT } from '../../browser/client/i18n/texts.ts'
import english from '../../texts/en/actions.json'

interface ChoiceProps {
  resource: Resource
  fields: readonly FormField[]
  chosen: readonly string[]
  setChosen(names: readonly string[]): void
  emptied: readonly string[]
  setEmptied(names: readonly string[]): void
}

export function ChosenField({ one, ...props }: ChoiceProps & { one: FormField }) {
  const { resource, chosen, setChosen, emptied, setEmptied } = props
  const t = useT(english)
  const label = useNames(resource).field(one.name)
  const { name } = one
  const isEmptied = emptied.includes(name)
  const without = (names: readonly string[]) => names.filter((other) => other !== name)
  return (
    <Box sx={{ display: 'flex', alignItems: 'start', gap: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0, '& fieldset': { mb: 0 } }}>
        {isEmptied ? (
          <TextField disabled margin="none" label={label} value={t('will_be_empty')} />
        ) : (
          <FormFields
            resource={resource}
            sections={[{ heading: '', fields: [one] }]}
            record={undefined}
            ofMany={Object.keys(resource.fields)}
          />
        )}
        {emptyOf(one) !== undefined && (
          <FormControlLabel
            label={t('make_empty')}
            control={
              <Checkbox
                size="small"
                checked={isEmptied}
                onChange={() => setEmptied(isEmptied ? without(emptied) : [...emptied, name])}
                slotProps={{
                  input: { 'aria-label': t('make_empty_of', { label }) },
                }}
              />
            }
          />
        )}
      </Box>
      <IconButton
        aria-label={t('leave_field', { label })}
        onClick={() => {
          setChosen(without(chosen))
          setEmptied(without(emptied))
        }}
      >
        <RemoveIcon />
      </IconButton>
    </Box>
  )
}

export function FieldChoice({ resource, fields, chosen, setChosen }: ChoiceProps) {
  const t = useT(english)
  const names = useNames(resource)
  const rest = fields.filter(({ name }) => !chosen.includes(name))
  if (rest.length === 0) return null
  return (
    <Select
      value=""
      label={chosen.length === 0 ? t('choose_field') : t('another_field')}
      options={rest.map(({ name }) => [name, names.field(name)])}
      onChange={(name) => setChosen([...chosen, name])}
      slotProps={{ select: { autoFocus: chosen.length === 0 } }}
    />
  )
}

/** What stands for "no value" in a field, undefined where there must be one. */
export function emptyOf({ field }: FormField): unknown {
  if (field.options.optional) return null
  const nothing = controlsOf(field).write?.(null, field)
  return Array.isArray(nothing) ? nothing : undefined
}
