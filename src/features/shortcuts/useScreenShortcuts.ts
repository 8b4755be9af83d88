import { useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'

import type { Resource } from '#schema'

import { knownRecord } from '../../browser/client/records/row.ts'
import { useGo, usePathname } from '../../browser/client/addresses/navigation.tsx'
import {
  placeOf,
  createPath,
  editPathFrom,
  pathOf,
} from '../../browser/client/addresses/addresses.ts'
import { useUser } from '../../browser/client/session/user.ts'
import { may } from '../../browser/client/records/permitted.ts'
import { ResourcesContext } from '../../browser/client/records/resources.ts'
import { useT } from '../../browser/client/i18n/texts.ts'
import { useShortcuts } from '../../browser/ui/keyboard/shortcutRegistry.ts'
import english from '../../texts/en/help.json'

/** What can be done on the screen of the moment: a new record, changing this one, going through rows. */
export function useScreenShortcuts(): void {
  const t = useT(english)
  const create = useCreate()
  const edit = useEdit()
  const inRow = () => currentRow() !== undefined
  const next = { label: t('next_row'), group: 'rows', run: () => moveRow(1) } as const
  const previous = { label: t('previous_row'), group: 'rows', run: () => moveRow(-1) } as const
  const select = { label: t('select_row'), group: 'rows', run: toggleRow } as const
  useShortcuts([
    { keys: 'n', group: 'screen', ...create },
    { keys: 'e', group: 'screen', ...edit },
    { keys: 'j', ...next, isOffered: hasRows },
    { keys: 'k', ...previous, isOffered: hasRows },
    { keys: 'ArrowDown', ...next, isOffered: inRow },
    { keys: 'ArrowUp', ...previous, isOffered: inRow },
    { keys: 'x', ...select, isOffered: hasBoxes },
  ])
}

interface Action {
  readonly label: string
  run(): void
  isOffered(): boolean
}

function useCreate(): Action {
  const go = useGo()
  const user = useUser()
  const t = useT(english)
  const resource = usePlace()?.resource
  return {
    label: t('new', { one: oneOf(resource) }),
    isOffered: () => resource !== undefined && may(resource, 'create', user),
    run: () => resource && go(createPath(resource)),
  }
}

/** Of the record that the screen shows, or of the row that has the focus. */
function useEdit(): Action {
  const go = useGo()
  const client = useQueryClient()
  const t = useT(english)
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
    label: t('edit_one', { one: oneOf(here?.resource) }),
    isOffered: () => target() !== undefined,
    run() {
      const path = target()
      if (path) go(path)
    },
  }
}

/** What a record of this screen is called. */
const oneOf = (resource: Resource | undefined): string => resource?.one.toLowerCase() ?? ''

function usePlace() {
  const resources = useContext(ResourcesContext)
  return placeOf(resources, usePathname())
}

/** The rows of the list on the screen, read from the page itself: whichever table the screen has will do. */
const rows = () => [...document.querySelectorAll<HTMLElement>('#content tbody tr')].filter(linkOf)

const linkOf = (row: HTMLElement) => row.querySelector<HTMLElement>('a[href]')
const boxOf = (row: HTMLElement) => row.querySelector<HTMLInputElement>('input[type=checkbox]')

const hasRows = () => rows().length > 0
const hasBoxes = () => rows().some((row) => boxOf(row) !== null)

/** The row that has the focus somewhere in it. */
const currentRow = () => rows().find((row) => row.contains(document.activeElement))

/** The address that the link of the current row goes to. */
function currentAddress(): string | undefined {
  const row = currentRow()
  const address = row && linkOf(row)?.getAttribute('href')
  return address ?? undefined
}

/** Moves the focus to the link of the next row, or of the one before; at first to the first row. */
function moveRow(step: 1 | -1): void {
  const all = rows()
  const here = all.findIndex((row) => row.contains(document.activeElement))
  const next = all[here < 0 ? 0 : Math.min(Math.max(here + step, 0), all.length - 1)]
  if (!next) return
  linkOf(next)?.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'nearest' })
}

/** Chooses the current row or no longer; where there is none, goes to the first. */
function toggleRow(): void {
  const row = currentRow()
  if (row) boxOf(row)?.click()
  else moveRow(1)
}
