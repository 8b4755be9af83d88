import DensityMediumIcon from '@mui/icons-material/DensityMedium'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import { useState } from 'react'

import { useText } from '../words.ts'
import type { Look } from './look.ts'
import { useDensityItems } from './useDensityItems.tsx'

/** How close the rows of all lists stand. */
export function DensityButton({ look }: { look: Look }) {
  const say = useText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  const items = useDensityItems(look, close)
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
      <Menu open={anchor !== null} anchorEl={anchor} onClose={close}>
        {items}
      </Menu>
    </>
  )
}
