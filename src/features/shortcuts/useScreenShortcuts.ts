import { useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import { useTranslate } from 'react-admin'

import { knownRecord } from '../../browser/client/records/row.ts'
import { useGo, usePathname } from '../../browser/client/addresses/navigation.tsx'
import {
  placeOf,
  createPath,
  editPathFrom,
  pathOf,
} from '../../browser/client/addresses/addresses.ts'
import { useUser } from '../../browser/client/session/session.ts'
import { may } from '../../browser/client/records/permitted.ts'
import { ResourcesContext } from '../../browser/client/records/resources.ts'
import { useT } from '../../browser/client/i18n/texts.ts'
import { useShortcuts } from '../../browser/ui/keyboard/shortcutRegistry.ts'
import { currentAddress, currentRow, hasBoxes, hasRows, moveRow, toggleRow } from './rows.ts'
import english from '../../texts/help.json'

/** What can be done on the screen of the moment: a new record, changing this one, going through rows. */
export function useScreenShortcuts(): void {
  const t = useT(english)
  const create = useCreate()
  const edit = useEdit()
  const inRow = () => currentRow() !== undefined
  const next = { label: t('next_row'), group: 'rows', run: () => moveRow(1) } as const
  const previous = {
    label: t('previous_row'),
    group: 'rows',
    run: () => moveRow(-1),
  } as const
  useShortcuts([
    { keys: 'n', group: 'screen', ...create },
    { keys: 'e', group: 'screen', ...edit },
    { keys: 'j', ...next, isOffered: hasRows },
    { keys: 'k', ...previous, isOffered: hasRows },
    { keys: 'ArrowDown', ...next, isOffered: inRow },
    { keys: 'ArrowUp', ...previous, isOffered: inRow },
    {
      keys: 'x',
      label: t('select_row'),
      group: 'rows',
      run: toggleRow,
      isOffered: hasBoxes,
    },
  ])
}

interface Act {
  readonly label: string
  run(): void
  isOffered(): boolean
}

function useCreate(): Act {
  const go = useGo()
  const user = useUser()
  const t = useT(english)
  const one = useOne()
  const resource = usePlace()?.resource
  return {
    label: t('new', { one }),
    isOffered: () => resource !== undefined && may(resource, 'create', user),
    run: () => resource && go(createPath(resource)),
  }
}

/** Of the record that the screen shows, or of the row that has the focus. */
function useEdit(): Act {
  const go = useGo()
  const client = useQueryClient()
  const t = useT(english)
  const one = useOne()
  const user = useUser()
  const resources = useContext(ResourcesContext)
  const here = usePlace()
  const target = () => {
    const place = here?.view === 'list' ? placeOf(resources, currentAddress() ?? '') : here
    if (!place?.id || here?.view === 'edit') return undefined
    const { resource, id } = place
    const mayEdit = may(resource, 'edit', user, knownRecord(client, resource.name, id))
    if (!mayEdit) return undefined
    return here?.view === 'show' ? editPathFrom(resource, id) : pathOf(resource, 'edit', id)
  }
  return {
    label: t('edit_one', { one }),
    isOffered: () => target() !== undefined,
    run() {
      const path = target()
      if (path) go(path)
    },
  }
}

/** What a record of this screen is called. */
function useOne(): string {
  const translate = useTranslate()
  const resource = usePlace()?.resource
  return translate(`resources.${resource?.name}.one`, { _: resource?.one }).toLowerCase()
}

function usePlace() {
  const resources = useContext(ResourcesContext)
  return placeOf(resources, usePathname())
}
