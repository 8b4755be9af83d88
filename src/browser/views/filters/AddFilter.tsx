import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Menu from '@mui/material/Menu'
import { useState } from 'react'

import type { Resource } from '#schema'

import { useNames, useT } from '../../client/i18n/texts.ts'
import type { NamedField } from '../../client/records/permitted.ts'
import { ToolPopover } from '../list/tools/toolParts.tsx'
import { FieldFilter } from './FieldFilter.tsx'
import english from '../../../texts/en/lists.json'

interface AddProps {
  resource: Resource
  filters: readonly NamedField[]
  anchor: HTMLElement
  onClose(): void
}

/** Adds one filter without the whole panel: first by which field, then its control alone. */
export function AddFilter({ resource, filters, anchor, onClose }: AddProps) {
  const t = useT(english)
  const names = useNames(resource)
  const [chosen, setChosen] = useState<NamedField>()
  if (!chosen) {
    return (
      <Menu
        open
        anchorEl={anchor}
        onClose={onClose}
        slotProps={{ list: { 'aria-label': t('add_filter') } }}
      >
        {filters.map((one) => (
          <MenuItem key={one.name} onClick={() => setChosen(one)}>
            {names.field(one.name)}
          </MenuItem>
        ))}
      </Menu>
    )
  }
  return (
    <ToolPopover label={names.field(chosen.name)} {...{ anchor, onClose }} sx={popoverStyle}>
      <Box ref={focusFirst} sx={{ display: 'grid', gap: 1.5 }}>
        <FieldFilter resource={resource} one={chosen} />
        <Button variant="contained" onClick={onClose}>
          {t('show_rows')}
        </Button>
      </Box>
    </ToolPopover>
  )
}

const popoverStyle = { width: 320, maxWidth: '100%', p: 2 }

const focusFirst = (box: HTMLElement | null) =>
  box?.querySelector<HTMLElement>('input, textarea, [role=combobox]')?.focus()
