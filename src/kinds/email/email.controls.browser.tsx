import { addressesIn } from '../../browser/ui/fields/entries.ts'
import { WholeFilter } from '../../browser/ui/fields/EntriesFilter.tsx'
import { Line } from '../../browser/ui/fields/TextLines.tsx'
import type { ControlsKind } from '../kind.controls.browser.ts'

export const emailControls: ControlsKind = {
  Input: (props) => <Line {...props} type="email" />,
  /** Whole addresses, as many as are pasted, or a fragment of one. */
  Filter: (props) => <WholeFilter {...props} entriesIn={addressesIn} />,
}
