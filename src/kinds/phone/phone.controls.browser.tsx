import { phonesIn } from '../../browser/ui/fields/entries.ts'
import { WholeFilter } from '../../browser/ui/fields/EntriesFilter.tsx'
import { Line } from '../../browser/ui/fields/TextLines.tsx'
import type { ControlsKind } from '../kind.controls.browser.ts'

export const phoneControls: ControlsKind = {
  Input: (props) => <Line {...props} type="tel" />,
  /** Whole numbers, as many as are pasted, or some digits of one. */
  Filter: (props) => <WholeFilter {...props} entriesIn={phonesIn} />,
}
