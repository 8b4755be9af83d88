import { listInput } from '../../browser/ui/fields/textInputs.tsx'
import type { ControlsKind } from '../kind.controls.browser.ts'

export const urlsControls: ControlsKind = {
  // Commas and semicolons may stand in a web address.
  ...listInput(/\s+/),
}
