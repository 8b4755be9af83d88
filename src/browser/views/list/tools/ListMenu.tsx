import BoltIcon from '@mui/icons-material/Bolt'
import DownloadIcon from '@mui/icons-material/Download'
import UploadIcon from '@mui/icons-material/Upload'
import ViewColumnIcon from '@mui/icons-material/ViewColumn'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import type { Resource } from '#schema'

import { useUser } from '../../../client/session/user.ts'
import { listActionsOf, may } from '../../../client/records/permitted.ts'
import { useT } from '../../../client/i18n/texts.ts'
import { useStartAction } from '../../actions/action.ts'
import { useIsTight, type ListAppearance } from '../listAppearance.ts'
import { useDensityItems } from './appearanceTools.tsx'
import { useImportLinks } from '../useImportLinks.ts'

interface MenuProps {
  resource: Resource
  appearance: ListAppearance
  label: string
  anchor: HTMLElement
  onColumns(): void
  onExport(): void
  onClose(): void
}

/** What may be done with a list as a whole; where there is no room beside its title, its import, export, columns and density too. */
export function ListMenu(props: MenuProps) {
  const { resource, appearance, label, anchor, onColumns, onExport, onClose } = props
  const t = useT()
  const user = useUser()
  const startAction = useStartAction()
  const isTight = useIsTight()
  const imports = useImportLinks(resource)
  const densities = useDensityItems(appearance, onClose)
  const item = (icon: ReactNode, text: string, open: () => void) => (
    <MenuItem
      key={text}
      aria-haspopup="dialog"
      onClick={() => {
        onClose()
        open()
      }}
    >
      <ListItemIcon>{icon}</ListItemIcon>
      {text}
    </MenuItem>
  )
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ list: { 'aria-label': label } }}>
      {listActionsOf(resource, user).map((action) => (
        <MenuItem
          key={action.name}
          onClick={() => {
            onClose()
            startAction({ resource, action, target: { list: true } })
          }}
        >
          <ListItemIcon>
            <BoltIcon fontSize="small" />
          </ListItemIcon>
          {action.label}
        </MenuItem>
      ))}
      {isTight && [
        imports.map(({ to, label: text }) => (
          <MenuItem key={to} component={Link} to={to} onClick={onClose}>
            <ListItemIcon>
              <UploadIcon fontSize="small" />
            </ListItemIcon>
            {text}
          </MenuItem>
        )),
        may(resource, 'export', user) &&
          item(<DownloadIcon fontSize="small" />, t('export'), onExport),
        item(<ViewColumnIcon fontSize="small" />, t('columns'), onColumns),
        <Divider key="density" />,
        densities,
      ]}
    </Menu>
  )
}
