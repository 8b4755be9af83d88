import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { RefObject } from 'react'

import { useT } from '../../client/i18n/texts.ts'
import english from '../../../texts/en/lists.json'

interface ButtonsProps {
  adder: RefObject<HTMLButtonElement | null>
  onAdd(): void
  onAddGroup(): void
  mayNest: boolean
  onRemove: (() => void) | undefined
}

export function GroupButtons({ adder, onAdd, onAddGroup, mayNest, onRemove }: ButtonsProps) {
  const t = useT(english)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '& button': touch }}>
      <Button ref={adder} size="small" startIcon={<AddIcon />} onClick={onAdd}>
        {t('add_condition')}
      </Button>
      {mayNest && (
        <Button size="small" startIcon={<AddIcon />} onClick={onAddGroup}>
          {t('add_group')}
        </Button>
      )}
      {onRemove && (
        <Button size="small" color="inherit" onClick={onRemove}>
          {t('remove_group')}
        </Button>
      )}
    </Box>
  )
}

const touch = { minHeight: { xs: 44, sm: 36 } }
