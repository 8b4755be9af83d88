import MenuItem from '@mui/material/MenuItem'
import type { ReactNode } from 'react'
import { useNotify } from 'react-admin'

import { useUser } from '../../browser/client/session/user.ts'
import { problemOf } from '../../browser/client/http/problem.ts'
import { useT, type Translate } from '../../browser/client/i18n/texts.ts'
import { type Ask, type SavedView, settingsOf, type DialogProps } from './savedView.ts'
import { firstDeclared, useFirstView, useKeepsViews, usePinned } from './useViews.ts'
import { useViewActions } from './useViewActions.ts'
import { checked } from './useViewChoices.tsx'
import english from '../../texts/en/savedViews.json'

export interface MenuProps extends DialogProps {
  isChanged: boolean
  anchor: HTMLElement
  onAsk(ask: Ask): void
}

export function useViewItems(props: MenuProps): ReactNode[] {
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
