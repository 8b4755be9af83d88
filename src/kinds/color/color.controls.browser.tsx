import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import type { ChangeEvent } from 'react'
import { useResourceContext } from 'react-admin'
import { useWatch } from 'react-hook-form'

import { numberText } from '../../browser/client/i18n/formats.ts'
import { useT } from '../../browser/client/i18n/texts.ts'
import { useResourceNamed } from '../../browser/client/records/resources.ts'
import {
  ColorChip,
  contrast,
  isColor,
  readable,
  textOn,
} from '../../browser/ui/fields/ColorChip.tsx'
import { type InputProps, useControl } from '../../browser/ui/fields/textInputs.tsx'
import english from '../../texts/en/records.json'
import type { ControlsKind } from '../kind.browser.ts'
import type { ColorField } from './color.ts'

export const colorControls: ControlsKind<ColorField> = { Input: ColorInput }

/** The colour as text, with the browser's own picker before it. */
function ColorInput(props: InputProps<ColorField>) {
  const t = useT(english)
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
  const { under } = props.field.options
  return (
    <>
      <TextField
        {...shown}
        {...field}
        slotProps={{ input: { startAdornment: picker }, htmlInput: { maxLength: 7, dir: 'ltr' } }}
      />
      {under && <Preview background={field.value} text={under} />}
    </>
  )
}

/**
 * Shows while they are chosen how lists will show the record on its colours, and tells where the text could hardly be read:
 * its colour is that of another input.
 */
function Preview({ background, text: name }: { background: unknown; text: string }) {
  const t = useT(english)
  const resource = useResourceNamed(useResourceContext() ?? '')
  const [title = ''] = [resource?.title].flat()
  const [text, word]: unknown[] = useWatch({ name: [name, title] })
  if (!isColor(background)) return null
  const wanted = isColor(text) ? text : undefined
  const ratio = wanted ? contrast(background, wanted) : readable
  return (
    <>
      <Box sx={{ mt: 1, minWidth: 0 }}>
        <ColorChip
          background={background}
          text={textOn(background, wanted)}
          content={String(word || resource?.one)}
        />
      </Box>
      {ratio < readable && (
        <Alert severity="warning" role="status" sx={{ mt: 1 }}>
          {t('hardly_readable', { ratio: numberText(Math.floor(ratio * 10) / 10) })}
        </Alert>
      )}
    </>
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
