import CheckIcon from '@mui/icons-material/Check'
import DensityMediumIcon from '@mui/icons-material/DensityMedium'
import ViewColumnIcon from '@mui/icons-material/ViewColumn'
import Button from '@mui/material/Button'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { ReactNode } from 'react'

import type { Resource } from '#schema'

import { useT } from '../../../client/i18n/texts.ts'
import { useAnchor } from '../../../ui/useAnchor.ts'
import { lazyDialog } from '../../../ui/states/lazyDialog.tsx'
import { densities, type ListAppearance } from '../listAppearance.ts'
import type { Columns } from '../columnChoice.ts'

const ColumnsMenu = lazyDialog(async () => (await import('./ColumnsMenu.tsx')).ColumnsMenu)

/** Opens the choice of the columns that a list shows. */
export function ColumnsButton(props: { resource: Resource; columns: Columns }) {
  const t = useT()
  const { anchor, opener, onClose } = useAnchor('dialog')
  return (
    <>
      <Button startIcon={<ViewColumnIcon />} {...opener}>
        {t('columns')}
      </Button>
      {anchor && <ColumnsMenu {...props} {...{ anchor, onClose }} />}
    </>
  )
}

/** How close the rows of all lists stand. */
export function DensityButton({ appearance }: { appearance: ListAppearance }) {
  const t = useT()
  const { anchor, opener, onClose } = useAnchor('menu')
  return (
    <>
      <Button startIcon={<DensityMediumIcon />} {...opener}>
        {t('density')}
      </Button>
      {anchor && <DensityMenu {...{ appearance, anchor, onClose }} />}
    </>
  )
}

interface MenuProps {
  appearance: ListAppearance
  anchor: HTMLElement
  onClose(): void
}

function DensityMenu({ appearance, anchor, onClose }: MenuProps) {
  const t = useT()
  const items = useDensityItems(appearance, onClose)
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': t('density') } }}
    >
      {items}
    </Menu>
  )
}

/** How close the rows of all lists stand. MUI moves the focus among direct children only, so these are items, no component. */
export function useDensityItems(
  { density, setDensity }: ListAppearance,
  onClose: () => void,
): ReactNode[] {
  const t = useT()
  return densities.map((one) => (
    <MenuItem
      key={one}
      role="menuitemradio"
      aria-checked={one === density}
      selected={one === density}
      onClick={() => {
        setDensity(one)
        onClose()
      }}
    >
      <ListItemIcon>{one === density && <CheckIcon fontSize="small" />}</ListItemIcon>
      {t(one)}
    </MenuItem>
  ))
}
