import { Line } from '../../browser/ui/fields/textInputs.tsx'
import type { ControlsKind } from '../kind.controls.browser.ts'
import { numberText } from '../numberText.browser.ts'

export const progressControls: ControlsKind = {
  ...numberText,
  Input: (props) => <Line {...props} inputMode="numeric" />,
}
