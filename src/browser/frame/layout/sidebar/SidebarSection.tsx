import ExpandMore from '@mui/icons-material/ExpandMore'
import { createContext, useContext, useId } from 'react'
import { useStore, useTranslate } from 'react-admin'
import { messageName } from '#schema'
import type { SidebarGroup } from '../../../views/screens/sidebarGroups.ts'
import { SidebarItem, useIsAt } from './SidebarItem.tsx'

export interface ContentProps {
  isExpanded: boolean
  onFollow: () => void
}

/** The groups that are folded until a person opens them. */
export const FoldedGroupsContext = createContext<readonly string[]>([])

/** Whether a group is open, as the person has left it on this device; otherwise the one of the page always is. */
function useOpenGroup({ name, entries }: SidebarGroup, isLong: boolean) {
  const isFolded = useContext(FoldedGroupsContext).includes(name) && isLong
  const isHere = useIsAt(entries.flatMap(({ addresses }) => addresses))
  const [chosen, choose] = useStore<boolean | undefined>(`sidebar.groups.${name}`)
  const isOpen = chosen ?? (isHere || !isFolded)
  return { isOpen, toggle: () => choose(!isOpen) }
}

export function SidebarSection({
  group,
  isLong,
  ...rest
}: ContentProps & { group: SidebarGroup; isLong: boolean }) {
  const translate = useTranslate()
  const id = useId()
  const list = `${id}-list`
  const heading = translate(`console.groups.${messageName(group.name)}`, { _: group.name })
  const { isOpen, toggle } = useOpenGroup(group, isLong)
  const isSaid = group.entries.some(({ text: [key, english] }) => {
    return translate(key, { smart_count: 2, _: english }) === heading
  })
  return (
    <section aria-labelledby={id}>
      {/* An entry that says the same says it once for both; it stays a heading for a screen reader. */}
      <h2 id={id} className={isSaid ? 'is-said' : undefined}>
        {isSaid || !rest.isExpanded ? (
          heading
        ) : (
          <button type="button" aria-expanded={isOpen} aria-controls={list} onClick={toggle}>
            {heading}
            <ExpandMore fontSize="inherit" />
          </button>
        )}
      </h2>
      <ul id={list} hidden={!isOpen && rest.isExpanded && !isSaid}>
        {group.entries.map((entry) => (
          <SidebarItem key={entry.name} entry={entry} {...rest} />
        ))}
      </ul>
    </section>
  )
}
