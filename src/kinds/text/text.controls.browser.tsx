import type { FieldOf } from '#schema'

import { type InputProps, Line, Lines } from '../../browser/ui/fields/textInputs.tsx'
import type { ControlsKind } from '../kind.browser.ts'
import { SuggestingInput } from './SuggestingInput.tsx'

export const textControls: ControlsKind<FieldOf<'text'>> = {
  Input: TextInput,
  isWide: ({ options }) => options.multiline === true,
}

function TextInput(props: InputProps<FieldOf<'text'>>) {
  const { multiline, max, suggests } = props.field.options
  if (suggests) return <SuggestingInput {...props} suggests={suggests} />
  return multiline ? <Lines {...props} rows={3} /> : <Line {...props} max={max} />
}
