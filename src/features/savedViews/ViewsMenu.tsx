import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'

import { useViewChoices } from './useViewChoices.tsx'
import { type MenuProps, useViewItems } from './useViewItems.tsx'

/** Every view of a list that the user may open, and what they may do with the one that is open. */
export function ViewsMenu(props: MenuProps) {
  const { anchor, onClose } = props
  const choices = useViewChoices(props)
  const actions = useViewItems(props)
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
