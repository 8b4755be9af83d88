import { listInput } from '../../browser/ui/fields/textInputs.tsx'
import type { ControlsKind } from '../kind.controls.browser.ts'

export const ipsControls: ControlsKind = listInput(/[\s,;]+/)
