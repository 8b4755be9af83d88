import type { FieldOf } from '#schema'

import type { InputProps } from '../../browser/ui/fields/input.ts'
import { Line, Lines } from '../../browser/ui/fields/TextLines.tsx'
import type { ControlsKind } from '../kind.controls.browser.ts'

export const textControls: ControlsKind<FieldOf<'text'>> = {
  Input: TextInput,
  isWide: ({ options }) => options.multiline === true,
}

function TextInput(props: InputProps<FieldOf<'text'>>) {
  const { multiline, max } = props.field.options
  return multiline ? <Lines {...props} rows={3} /> : <Line {...props} max={max} />
}
