import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'

import type { FieldOf } from '#schema'

import { useT } from '../../browser/client/i18n/texts.ts'
import { type InputProps, useControl } from '../../browser/ui/fields/textInputs.tsx'
import type { ControlsKind } from '../kind.browser.ts'

export const choiceControls: ControlsKind<FieldOf<'choice'>> = {
  Input: ChoiceInput,
  isPicked: true,
  example: ({ choices }) => Object.values(choices)[0] ?? '',
}

function ChoiceInput(props: InputProps<FieldOf<'choice'>>) {
  const t = useT()
  const { field, shown } = useControl(props)
  const mayBeNone = props.field.options.optional && !props.required
  return (
    <TextField {...shown} {...field} select>
      {mayBeNone && <MenuItem value="">{t('none')}</MenuItem>}
      {Object.entries(props.field.choices).map(([value, label]) => (
        <MenuItem key={value} value={value}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  )
}
