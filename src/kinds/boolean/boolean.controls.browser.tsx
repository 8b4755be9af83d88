import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'

import { useT } from '../../browser/client/i18n/texts.ts'
import { type InputProps, useControl } from '../../browser/ui/fields/textInputs.tsx'
import type { ControlsKind } from '../kind.browser.ts'

export const booleanControls: ControlsKind = {
  isPicked: true,
  Input: (props) =>
    props.field.options.optional ? <ThreeWay {...props} /> : <TwoWay {...props} />,
  write: (value, { options }) => {
    if (options.optional) return value === null || value === undefined ? null : String(value)
    return value ?? false
  },
  read: (typed) => typed === true || typed === 'true',
}

function TwoWay(props: InputProps) {
  const { id, field, shown } = useControl(props)
  return (
    <FormControl error={shown.error}>
      <FormControlLabel
        label={props.label}
        control={
          <Switch
            id={id}
            name={field.name}
            checked={field.value === true}
            onChange={(_event, isOn) => field.onChange(isOn)}
            onBlur={() => field.onBlur()}
            slotProps={{ input: { ref: field.ref } }}
          />
        }
      />
      {shown.helperText && <FormHelperText sx={underLabel}>{shown.helperText}</FormHelperText>}
    </FormControl>
  )
}

/** In line with the label, which stands 47 px behind the left edge of a switch. */
const underLabel = { marginInlineStart: '47px', mt: -0.5 }

/** Yes, no, or not known. */
function ThreeWay(props: InputProps) {
  const t = useT()
  const { field, shown } = useControl(props)
  return (
    <TextField {...shown} {...field} select>
      <MenuItem value="">{t('none')}</MenuItem>
      <MenuItem value="true">{t('yes')}</MenuItem>
      <MenuItem value="false">{t('no')}</MenuItem>
    </TextField>
  )
}
