import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Link } from 'react-router-dom'

import type { Resource } from '#schema'

import { copyPath, pathOf } from '../../client/addresses/addresses.ts'
import { useT } from '../../client/i18n/texts.ts'
import { may, mayDuplicate } from '../../client/records/permitted.ts'
import { useUser } from '../../client/session/user.ts'
import { type Action, deletion, useStartAction } from '../actions/action.ts'
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

/** Stands from the first time that it is opened. */
export function RowMenu({ isOpen, ...menu }: MenuProps) {
  const { opened, onClose } = menu
  const items = useItems(menu)
  return (
    <Menu open={isOpen} anchorEl={opened.anchor} onClose={onClose}>
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
  return [
    !onGone && mayShow && (hasOwnShow || !mayEdit) && link('show', resource.opens ?? t('open')),
    !onGone && mayEdit && link('edit', t('edit')),
    ...actions.map((action) => (
      <MenuItem
        key={action.name}
        onClick={() => start(action)}
        sx={action.final ? { color: 'error.main' } : undefined}
      >
        {action.label}
      </MenuItem>
    )),
    revealItem(record, close),
    ...more.map((More, at) => <More key={`more ${at}`} {...{ resource, record, close }} />),
    mayCopy && (
      <MenuItem key="copy" component={Link} to={copyPath(resource, record.id)} onClick={close}>
        {t('duplicate')}
      </MenuItem>
    ),
    may(resource, 'delete', user, record) && (
      <MenuItem
        key="delete"
        onClick={() => start(deletion(t), onGone)}
        sx={{ color: 'error.main' }}
      >
        {t('delete')}
      </MenuItem>
    ),
  ]
}
