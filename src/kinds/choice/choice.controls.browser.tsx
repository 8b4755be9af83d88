import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'

import { useText } from '../../browser/client/i18n/texts.ts'
import type { FieldOf } from '../../browser/client/records/row.ts'
import type { InputKind, InputProps } from '../../browser/ui/fields/input.ts'
import { useControl } from '../../browser/ui/fields/useControl.ts'

export const choiceInput: InputKind<FieldOf<'choice'>> = {
  Input: ChoiceInput,
  isPicked: true,
}

function ChoiceInput(props: InputProps<FieldOf<'choice'>>) {
  const say = useText()
  const { field, shown } = useControl(props)
  return (
    <TextField {...shown} {...field} select>
      {!props.required && <MenuItem value="">{say('none', 'None')}</MenuItem>}
      {Object.entries(props.field.choices).map(([value, label]) => (
        <MenuItem key={value} value={value}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  )
}
