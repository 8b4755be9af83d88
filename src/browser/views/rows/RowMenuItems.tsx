import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import type { Resource } from '#schema'

import { copyPath, pathOf } from '../../client/addresses/addresses.ts'
import { useT } from '../../client/i18n/texts.ts'
import { may, mayDuplicate } from '../../client/records/permitted.ts'
import { useUser } from '../../client/session/user.ts'
import { type Action, deletion, groupsOf, isGrave, useStartAction } from '../actions/action.ts'
import { useRecordActions } from '../actions/useRecordActions.ts'
import { useRevealItem } from '../reveal/useReveal.tsx'
import { useParts } from '../slots.ts'
import type { Views } from '../resourceViews.ts'
import english from '../../../texts/en/records.json'
import type { Opened } from './RowMenu.tsx'

interface MenuProps {
  resource: Resource
  views: Views<Resource> | undefined
  opened: Opened
  isOpen: boolean
  /** How many actions stand as buttons beside the menu. */
  skip?: number | undefined
  /** The record has the page for itself; called when it is gone. */
  onGone?: (() => void) | undefined
  onClose(): void
}

export function RowMenu({ isOpen, ...menu }: MenuProps) {
  const { opened, onClose } = menu
  const items = useItems(menu)
  return (
    <Menu
      open={isOpen}
      anchorEl={opened.anchor}
      onClose={onClose}
      sx={linesStyle}
      slotProps={{ list: { 'aria-label': opened.anchor.getAttribute('aria-label') ?? '' } }}
    >
      {items}
    </Menu>
  )
}

/** MUI moves the focus among direct children only, so this answers items and is no component. */
function useItems({
  resource,
  views,
  opened,
  skip = 0,
  onGone,
  onClose: close,
}: Omit<MenuProps, 'isOpen'>) {
  const t = useT(english)
  const user = useUser()
  const startAction = useStartAction()
  const revealItem = useRevealItem(resource)
  const { record, anchor } = opened
  const actions = useRecordActions(resource, views, record).slice(skip)
  const more = useParts('rowActions', resource, views)
  const mayEdit = may(resource, 'edit', user, record)
  const mayShow = may(resource, 'show', user, record)
  const mayCopy = mayShow && mayDuplicate(resource, user)
  const hasOwnShow = resource.routes.show !== undefined || resource.show !== undefined
  const link = (view: 'edit' | 'show', text: string) => (
    <MenuItem key={view} component={Link} to={pathOf(resource, view, record.id)} onClick={close}>
      {text}
    </MenuItem>
  )
  const start = (chosen: Action, onDone?: () => void) => {
    close()
    startAction({
      resource,
      action: chosen,
      target: { record },
      from: anchor,
      ...(onDone && { onDone }),
    })
  }
  const item = (action: Action, onDone?: () => void) => (
    <MenuItem
      key={action.name}
      onClick={() => start(action, onDone)}
      sx={isGrave(action) ? { color: 'error.main' } : undefined}
    >
      {action.label}
    </MenuItem>
  )
  const [changes, files, grave] = groupsOf(actions)
  return divided([
    [
      !onGone && mayShow && (hasOwnShow || !mayEdit) && link('show', resource.opens ?? t('open')),
      !onGone && mayEdit && link('edit', t('edit')),
      mayCopy && (
        <MenuItem key="copy" component={Link} to={copyPath(resource, record.id)} onClick={close}>
          {t('duplicate')}
        </MenuItem>
      ),
    ],
    changes.map((action) => item(action)),
    [
      revealItem(record, close),
      ...files.map((action) => item(action)),
      ...more.map((More, at) => <More key={`more ${at}`} {...{ resource, record, close }} />),
    ],
    [
      ...grave.map((action) => item(action)),
      may(resource, 'delete', user, record) && item(deletion(t), onGone),
    ],
  ])
}

/** The items of groups with lines between those that have any. */
function divided(groups: readonly (readonly ReactNode[])[]): ReactNode[] {
  return groups
    .map((items) => items.filter(Boolean))
    .filter((items) => items.length > 0)
    .flatMap((items, at) =>
      at === 0 ? items : [<Divider key={`line ${at}`} component="li" />, ...items],
    )
}

/** What hangs in a menu may turn out to draw nothing: no line stands at an end, or beside another. */
const linesStyle = {
  '& .MuiDivider-root:not(* + *), & .MuiDivider-root:last-child': { display: 'none' },
  '& .MuiDivider-root + .MuiDivider-root': { display: 'none' },
}
