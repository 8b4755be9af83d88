import type { ReactNode } from 'react'

import type { Row } from '../../client/records/row.ts'

/** A column of a table of records. */
export interface Column {
  readonly key: string
  /** The field it shows; missing where it shows none. */
  readonly source?: string
  readonly label: ReactNode
  readonly align?: 'right' | undefined
  readonly className?: string | undefined
  readonly render: (record: Row) => ReactNode
}
