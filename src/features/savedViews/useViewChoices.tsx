import CheckIcon from '@mui/icons-material/Check'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import type { ReactNode } from 'react'

import { useUser } from '../../browser/client/session/user.ts'
import { problemOf } from '../../browser/client/http/problem.ts'
import { useMessage, useT } from '../../browser/client/i18n/texts.ts'
import type { SavedView, DialogProps } from './savedView.ts'
import { useViews } from './useViews.ts'
import { useViewActions } from './useViewActions.ts'
import english from '../../texts/en/savedViews.json'

/** MUI moves the focus among direct children only, so these answer items and are no components. */
export function useViewChoices({ resource, view, onClose }: DialogProps): ReactNode[] {
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
      <ListItemText primary={text} secondary={more} slotProps={wrapped} />
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

export const checked = (
  <ListItemIcon>
    <CheckIcon fontSize="small" />
  </ListItemIcon>
)

const wrapped = {
  primary: { variant: 'body2', sx: { overflowWrap: 'anywhere', whiteSpace: 'normal' } },
} as const
