import CheckIcon from '@mui/icons-material/Check'
import DensityMediumIcon from '@mui/icons-material/DensityMedium'
import Button from '@mui/material/Button'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'

import { useText } from '../words.ts'
import { densities } from './density.ts'
import { inMain } from './inMain.ts'
import type { Look } from './look.ts'

/** How close the rows of all lists stand. */
export function DensityButton({ look: { density, setDensity } }: { look: Look }) {
  const say = useText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  const label = {
    comfortable: say('comfortable', 'Comfortable'),
    compact: say('compact', 'Compact'),
    dense: say('dense', 'Dense'),
  }
  return (
    <>
      <Button
        startIcon={<DensityMediumIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {say('density', 'Density')}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} container={inMain} onClose={close}>
        {densities.map((one) => (
          <MenuItem
            key={one}
            role="menuitemradio"
            aria-checked={one === density}
            selected={one === density}
            sx={{ minHeight: { xs: 44, sm: 36 } }}
            onClick={() => {
              setDensity(one)
              close()
            }}
          >
            <ListItemIcon>{one === density && <CheckIcon fontSize="small" />}</ListItemIcon>
            {label[one]}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
