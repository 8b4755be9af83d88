import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'

import { useText } from '../../views/words.ts'
import { isColor } from '../contrast.ts'
import type { InputKind, InputProps } from '../input.ts'
import { useControl } from '../useControl.ts'

export const colorInput: InputKind = { Input: ColorInput }

/** The colour as text, with the browser's own picker before it. */
function ColorInput(props: InputProps) {
  const say = useText()
  const { field, shown } = useControl(props)
  const picker = (
    <InputAdornment position="start">
      <input
        type="color"
        aria-label={say('pick_color', 'Pick %{label}', { label: props.label })}
        value={isColor(field.value) ? field.value : '#000000'}
        onChange={(event) => field.onChange(event.target.value)}
        style={{ width: 28, height: 24, padding: 0, border: 0, background: 'none' }}
      />
    </InputAdornment>
  )
  return (
    <TextField
      {...shown}
      {...field}
      slotProps={{ input: { startAdornment: picker }, htmlInput: { maxLength: 7, dir: 'ltr' } }}
    />
  )
}
