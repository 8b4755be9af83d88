import { Fragment, type ReactNode } from 'react'

import type { Listed } from './RelatedLists.tsx'

/** The tabs in which lists stand, in order. */
export function relatedTabs(lists: readonly Listed[], contentOf: (one: Listed) => ReactNode) {
  const tabOf = ({ related, heading }: Listed) => related.tab ?? heading
  const labels = [...new Set(lists.map(tabOf))]
  const names = labels.map(
    (label) => lists.find((one) => tabOf(one) === label)?.resource.name ?? '',
  )
  return labels.map((label, at) => ({
    name: numbered(names, at),
    label,
    content: lists
      .filter((one) => tabOf(one) === label)
      .map((one) => <Fragment key={one.heading}>{contentOf(one)}</Fragment>),
  }))
}

/** The name at a place; the second of two that are the same has a number. */
function numbered(names: readonly string[], at: number): string {
  const count = names.slice(0, at + 1).filter((name) => name === names[at]).length
  return `${names[at]}${count > 1 ? `-${count}` : ''}`
}
