import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import ViewColumnIcon from '@mui/icons-material/ViewColumn'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import { useState } from 'react'

import type { Resource } from '#schema'

import { useNames, useText } from '../words.ts'
import type { Columns } from './columns.ts'

/** Which columns a list shows, and in which order. */
export function ColumnsMenu({ resource, columns }: { resource: Resource; columns: Columns }) {
  const say = useText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { all, choose } = columns
  return (
    <>
      <Button
        startIcon={<ViewColumnIcon />}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {say('columns', 'Columns')}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': say('columns', 'Columns') } }}
      >
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 1, minWidth: 260 }}>
          {all.map(({ name }, index) => (
            <ColumnItem key={name} {...{ resource, columns, name, index }} />
          ))}
        </Box>
        <Box sx={{ p: 1, pt: 0, textAlign: 'right' }}>
          <Button size="small" onClick={() => choose(undefined)}>
            {say('reset', 'Reset')}
          </Button>
        </Box>
      </Popover>
    </>
  )
}

interface ItemProps {
  resource: Resource
  columns: Columns
  name: string
  index: number
}

function ColumnItem({ resource, columns, name, index }: ItemProps) {
  const say = useText()
  const label = useNames(resource).field(name)
  const { all, choice, choose } = columns
  const isHidden = choice.hidden.includes(name)
  const names = all.map((one) => one.name)
  const toggle = () => {
    const hidden = choice.hidden.filter((one) => one !== name)
    choose({ order: names, hidden: isHidden ? hidden : [...hidden, name] })
  }
  const move = (to: number) => {
    choose({ hidden: choice.hidden, order: names.toSpliced(index, 1).toSpliced(to, 0, name) })
  }
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center' }}>
      <FormControlLabel
        sx={{ flex: 1, mr: 1 }}
        label={label}
        control={<Checkbox size="small" checked={!isHidden} onChange={toggle} />}
      />
      <IconButton
        size="small"
        aria-label={say('move_up', 'Move %{label} up', { label })}
        disabled={index === 0}
        onClick={() => move(index - 1)}
      >
        <ArrowUpwardIcon fontSize="inherit" />
      </IconButton>
      <IconButton
        size="small"
        aria-label={say('move_down', 'Move %{label} down', { label })}
        disabled={index === all.length - 1}
        onClick={() => move(index + 1)}
      >
        <ArrowDownwardIcon fontSize="inherit" />
      </IconButton>
    </Box>
  )
}
