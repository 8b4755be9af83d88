import { useState, type ReactNode } from 'react'

import type { Row } from '../../client/records/row.ts'
import { createRevealedStore, RevealedProvider, useOpened } from './revealed.ts'

/** Keeps what is revealed on the page within it, as long as it stands. */
export function RevealedValues({ children }: { children: ReactNode }) {
  const [store] = useState(createRevealedStore)
  return <RevealedProvider value={store}>{children}</RevealedProvider>
}

interface OpenedProps {
  record: Row
  render(record: Row): ReactNode
}

/** Draws a part of a record anew, and nothing else, when something of it is revealed. */
export function Opened({ record, render }: OpenedProps) {
  return render(useOpened(record))
}
