import type { FieldOf } from '#schema'

import { type InputProps, Line, Lines } from '../../browser/ui/fields/textInputs.tsx'
import type { ControlsKind } from '../kind.browser.ts'

export const textControls: ControlsKind<FieldOf<'text'>> = {
  Input: TextInput,
  isWide: ({ options }) => options.multiline === true,
}

function TextInput(props: InputProps<FieldOf<'text'>>) {
  const { multiline, max } = props.field.options
  return multiline ? <Lines {...props} rows={3} /> : <Line {...props} max={max} />
}
