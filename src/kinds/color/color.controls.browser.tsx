import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import type { ChangeEvent } from 'react'

import { useT } from '../../browser/client/i18n/texts.ts'
import { isColor } from '../../browser/ui/fields/ColorChip.tsx'
import { type InputProps, useControl } from '../../browser/ui/fields/textInputs.tsx'
import type { ControlsKind } from '../kind.browser.ts'

export const colorControls: ControlsKind = { Input: ColorInput }

/** The colour as text, with the browser's own picker before it. */
function ColorInput(props: InputProps) {
  const t = useT()
  const { field, shown } = useControl(props)
  const picker = (
    <InputAdornment position="start">
      <Box
        component="input"
        type="color"
        aria-label={t('pick_color', { label: props.label })}
        value={isColor(field.value) ? field.value : '#000000'}
        onChange={({ target }: ChangeEvent<HTMLInputElement>) => field.onChange(target.value)}
        sx={pickerStyle}
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

/** Under a finger it reaches further than its colour. */
const pickerStyle = {
  width: { xs: 44, sm: 28 },
  height: { xs: 44, sm: 24 },
  mx: { xs: -1, sm: 0 },
  px: { xs: 1, sm: 0 },
  py: { xs: 1.25, sm: 0 },
  border: 0,
  background: 'none',
}
