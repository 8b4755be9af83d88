import DensityMediumIcon from '@mui/icons-material/DensityMedium'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import { useState } from 'react'

import { useT } from '../../client/i18n/texts.ts'
import type { Look } from './look.ts'
import { useDensityItems } from './useDensityItems.tsx'

/** How close the rows of all lists stand. */
export function DensityButton({ look }: { look: Look }) {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  return (
    <>
      <Button
        startIcon={<DensityMediumIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('density')}
      </Button>
      {anchor && <DensityMenu look={look} anchor={anchor} onClose={close} />}
    </>
  )
}

interface MenuProps {
  look: Look
  anchor: HTMLElement
  onClose(): void
}

function DensityMenu({ look, anchor, onClose }: MenuProps) {
  const items = useDensityItems(look, onClose)
  return (
    <Menu open anchorEl={anchor} onClose={onClose}>
      {items}
    </Menu>
  )
}
