import { Line } from '../../browser/ui/fields/textInputs.tsx'
import type { ControlsKind } from '../kind.controls.browser.ts'

export const urlControls: ControlsKind = {
  Input: (props) => <Line {...props} type="url" />,
}
