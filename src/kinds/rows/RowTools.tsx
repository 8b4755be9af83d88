import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'

import { useT } from '../../browser/client/i18n/texts.ts'
import type { Icon } from '../../browser/ui/icons.tsx'
import english from '../../texts/en/records.json'
import { tools } from './rowsGrid.browser.ts'

interface ToolsProps {
  /** The place of the row. */
  at: number
  isLast: boolean
  /** Its order is kept. */
  isMoved: boolean
  shift(at: number, to: number): void
  take(at: number): void
}

/** What moves a row or takes it away, at its end. */
export function RowTools({ at, isLast, isMoved, shift, take }: ToolsProps) {
  const t = useT(english)
  const tool = (label: string, Sign: Icon, onClick: () => void, isOff = false) => (
    <IconButton size="small" aria-label={label} title={label} disabled={isOff} onClick={onClick}>
      <Sign fontSize="small" />
    </IconButton>
  )
  const row = at + 1
  const isFirst = at === 0
  return (
    <Box sx={tools}>
      {isMoved && tool(t('row_up', { row }), ArrowUpwardIcon, () => shift(at, at - 1), isFirst)}
      {isMoved && tool(t('row_down', { row }), ArrowDownwardIcon, () => shift(at, at + 1), isLast)}
      {tool(t('row_remove', { row }), CloseIcon, () => take(at))}
    </Box>
  )
}
