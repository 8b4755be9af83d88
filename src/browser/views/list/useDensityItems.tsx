import CheckIcon from '@mui/icons-material/Check'
import ListItemIcon from '@mui/material/ListItemIcon'
import MenuItem from '@mui/material/MenuItem'
import type { ReactNode } from 'react'

import { useT } from '../../client/i18n/texts.ts'
import { densities } from './density.ts'
import type { Look } from './look.ts'

/** How close the rows of all lists stand. MUI moves the focus among direct children only, so these are items, no component. */
export function useDensityItems({ density, setDensity }: Look, onClose: () => void): ReactNode[] {
  const t = useT()
  const label = {
    comfortable: t('comfortable'),
    compact: t('compact'),
    dense: t('dense'),
  }
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
      {label[one]}
    </MenuItem>
  ))
}
