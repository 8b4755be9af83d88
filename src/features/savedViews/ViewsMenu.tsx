import CheckIcon from '@mui/icons-material/Check'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { ReactNode } from 'react'
import { useNotify } from 'react-admin'

import { useUser } from '../../browser/client/session/user.ts'
import { problemOf } from '../../browser/client/http/problem.ts'
import { useMessage, useT, type Translate } from '../../browser/client/i18n/texts.ts'
import { type Ask, type SavedView, settingsOf, type DialogProps } from './savedView.ts'
import { firstDeclared, useFirstView, useKeepsViews, usePinned, useViews } from './useViews.ts'
import { useViewActions } from './useViewActions.ts'
import english from '../../texts/en/savedViews.json'

interface MenuProps extends DialogProps {
  isChanged: boolean
  anchor: HTMLElement
  onAsk(ask: Ask): void
}

/** Every view of a list that the user may open, and what they may do with the one that is open. */
export function ViewsMenu(props: MenuProps) {
  const { anchor, onClose } = props
  const choices = useChoices(props)
  const actions = useActions(props)
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{
        list: { 'aria-label': anchor.getAttribute('aria-label') ?? '' },
        paper: { sx: paperStyle },
      }}
    >
      {choices}
      <Divider />
      {actions}
    </Menu>
  )
}

const paperStyle = {
  minWidth: 240,
  maxWidth: 'min(24rem, 100vw - 2rem)',
  '& .MuiMenuItem-root': { minHeight: { xs: 44, sm: 36 } },
}

/** MUI moves the focus among direct children only, so these answer items and are no components. */
function useChoices({ resource, view, onClose }: MenuProps): ReactNode[] {
  const t = useT(english)
  const messageText = useMessage()
  const { id: me } = useUser()
  const { open, openStandard } = useViewActions(resource)
  const { views, error, isPending } = useViews(resource, true)
  const shared = { private: '', role: t('shared_with_role'), all: t('shared_with_all') }
  const own = views.filter(({ user }) => user === me)
  const others = views.filter(({ user }) => user !== me)
  const choice = (one: SavedView | undefined, text: string, more: string) => (
    <MenuItem
      key={one?.id ?? 'standard'}
      role="menuitemradio"
      aria-checked={one?.id === view?.id}
      selected={one?.id === view?.id}
      onClick={() => {
        onClose()
        if (one) open(one)
        else openStandard()
      }}
    >
      {one?.id === view?.id ? checked : <ListItemIcon />}
      <ListItemText
        primary={text}
        secondary={more}
        slotProps={{ primary: { variant: 'body2', sx: wrapped } }}
      />
    </MenuItem>
  )
  return [
    choice(undefined, t('standard_view'), ''),
    ...own.map((one) => choice(one, one.name, shared[one.visibility])),
    ...others.map((one) => choice(one, one.name, one.user ? t('view_of_other') : '')),
    (isPending || error) && (
      <MenuItem key="state" disabled>
        {error ? messageText(problemOf(error).message) : t('loading')}
      </MenuItem>
    ),
  ]
}

const checked = (
  <ListItemIcon>
    <CheckIcon fontSize="small" />
  </ListItemIcon>
)

const wrapped = { overflowWrap: 'anywhere', whiteSpace: 'normal' }

function useActions(props: MenuProps): ReactNode[] {
  const { resource, view, shownList, isChanged, onAsk, onClose } = props
  const t = useT(english)
  const notify = useNotify()
  const user = useUser()
  const { change, open } = useViewActions(resource)
  const keeps = useKeepsViews()
  const [first, setFirst] = useFirstView(resource)
  const { isPinned, pin, unpin } = usePinned(resource.name)
  // Where a view comes first by itself, the list without one is a choice too.
  const isChoice = view !== undefined || firstDeclared(resource, user) !== undefined
  const isFirst = first === view?.id
  const isOwn = view?.user === user.id
  const then = (run: () => void) => () => {
    onClose()
    run()
  }
  const item = (key: string, text: string, run: () => void) => (
    <MenuItem key={key} onClick={then(run)}>
      {text}
    </MenuItem>
  )
  const failed = (error: unknown) => notify(problemOf(error).message, { type: 'error' })
  const ask = (one: Ask, text: string) => item(one, text, () => onAsk(one))
  return [
    view &&
      isOwn &&
      isChanged &&
      item('update', t('view_update'), () => {
        change(view, { settings: settingsOf(shownList) }).catch(failed)
      }),
    view && isChanged && item('revert', t('view_revert'), () => open(view)),
    keeps && ask('save', t('view_save_as')),
    isOwn && ask('rename', t('view_rename')),
    isOwn &&
      (user.permissions.has('views.share') || view.visibility !== 'private') &&
      ask('share', t('view_share')),
    view && item('link', t('view_copy'), () => copyLink(view, notify, t)),
    isChoice && (
      <MenuItem
        key="first"
        role="menuitemcheckbox"
        aria-checked={isFirst}
        onClick={then(() => setFirst(isFirst ? (view ? false : undefined) : (view?.id ?? false)))}
      >
        {isFirst && checked}
        {t('view_first')}
      </MenuItem>
    ),
    view && (
      <MenuItem
        key="pinned"
        role="menuitemcheckbox"
        aria-checked={isPinned(view.id)}
        onClick={then(() => (isPinned(view.id) ? unpin(view.id) : pin(view)))}
      >
        {isPinned(view.id) && checked}
        {t('view_pinned')}
      </MenuItem>
    ),
    isOwn && (
      <MenuItem key="delete" onClick={then(() => onAsk('delete'))} sx={{ color: 'error.main' }}>
        {t('view_delete')}
      </MenuItem>
    ),
  ]
}

function copyLink(
  { id }: SavedView,
  notify: ReturnType<typeof useNotify>,
  t: Translate<typeof english>,
): void {
  const { origin, pathname } = window.location
  const link = `${origin}${pathname}?view=${encodeURIComponent(id)}`
  navigator.clipboard.writeText(link).then(
    () => notify(t('link_copied')),
    () => notify(link),
  )
}
