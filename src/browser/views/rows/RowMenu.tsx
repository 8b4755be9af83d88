import { createContext, type ReactNode, useContext, useState } from 'react'

import type { Resource, User } from '#schema'

import { useT } from '../../client/i18n/texts.ts'
import { actionsOf, may } from '../../client/records/permitted.ts'
import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/user.ts'
import { useShortcuts } from '../../ui/keyboard/shortcutRegistry.ts'
import { lazyDialog } from '../../ui/states/lazyDialog.tsx'
import { ListRegion } from './ListRegion.tsx'
import { SelectionProvider } from './selection.tsx'
import { masksIn, revealableNames } from '../reveal/revealed.tsx'
import type { Views } from '../resourceViews.ts'
import { recordTitle } from './cells/cells.tsx'

const RowMenu = lazyDialog(async () => (await import('./RowMenuItems.tsx')).RowMenu)

export interface Opened {
  readonly record: Row
  readonly anchor: HTMLElement
}

const OpenContext = createContext<(opened: Opened) => void>(() => {})
const ResourceOfRows = createContext<Resource | undefined>(undefined)

interface ProviderProps {
  resource: Resource
  views: Views<Resource> | undefined
  children: ReactNode
}

/** One menu that every row of a list shares: a button in a row costs no more than itself. */
export function RowMenuProvider({ resource, views, children }: ProviderProps) {
  const [opened, setOpened] = useState<Opened>()
  useRowShortcut()
  return (
    <ResourceOfRows.Provider value={resource}>
      <OpenContext.Provider value={setOpened}>
        <SelectionProvider>
          <ListRegion {...{ resource, views }}>{children}</ListRegion>
        </SelectionProvider>
        {opened && (
          <RowMenu {...{ resource, views, opened }} isOpen onClose={() => setOpened(undefined)} />
        )}
      </OpenContext.Provider>
    </ResourceOfRows.Provider>
  )
}

export function RowMenuButton({ record }: { record: Row }) {
  const t = useT()
  const user = useUser()
  const open = useContext(OpenContext)
  const resource = useContext(ResourceOfRows)
  if (!resource || !hasItems(resource, user, record)) return null
  return (
    <button
      type="button"
      className="row-menu-button"
      data-row-menu=""
      aria-haspopup="menu"
      aria-label={t('actions_for', { title: recordTitle(resource, record) })}
      onClick={(event) => {
        event.stopPropagation()
        open({ record, anchor: event.currentTarget })
      }}
    />
  )
}

/** Whether the user may do anything to a record, or to any when none is given. */
export function hasItems(resource: Resource, user: User, record?: Row): boolean {
  const revealable = revealableNames(resource, user)
  return (
    (['show', 'edit', 'delete'] as const).some((one) => may(resource, one, user, record)) ||
    actionsOf(resource, user, record).length > 0 ||
    (record ? masksIn(record, revealable) : revealable).length > 0
  )
}

/** `m` opens the menu of the row that has the focus. */
function useRowShortcut(): void {
  const t = useT()
  const buttonHere = () =>
    document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[data-row-menu]')
  useShortcuts([
    {
      keys: 'm',
      label: t('row_menu'),
      group: 'rows',
      run() {
        const button = buttonHere()
        button?.focus()
        button?.click()
      },
      isOffered: () => Boolean(buttonHere()),
    },
  ])
}
