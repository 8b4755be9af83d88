import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useId, type ReactNode } from 'react'

interface SectionProps {
  title: string
  /** Stands at the end of the heading, like `12 of 18`. */
  count: ReactNode
  isOpen: boolean
  onToggle(): void
  /** A control of its own before the heading. */
  control?: ReactNode
  children: ReactNode
}

/** One area of permissions: a heading that opens and closes what stands below it. */
export function Section({ title, count, isOpen, onToggle, control, children }: SectionProps) {
  const id = useId()
  return (
    <Box sx={{ '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', pl: control ? 0.75 : 0 }}>
        {control}
        <Box component="h2" sx={{ flex: 1, minWidth: 0, m: 0, font: 'inherit' }}>
          <ButtonBase
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={onToggle}
            sx={{ ...heading, pl: control ? 0.75 : 2 }}
          >
            <Box component="span" sx={{ fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' }}>
              {title}
            </Box>
            <Box component="span" sx={counts}>
              {count}
            </Box>
            <ExpandMoreIcon fontSize="small" sx={isOpen ? turned : still} />
          </ButtonBase>
        </Box>
      </Box>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </Box>
  )
}

const heading = {
  width: '100%',
  minHeight: 48,
  gap: 1.5,
  pr: 1.5,
  justifyContent: 'flex-start',
  textAlign: 'start',
  font: 'inherit',
  fontSize: '0.9375rem',
  '&:hover': { bgcolor: 'action.hover' },
  '&.Mui-focusVisible': { outlineOffset: -2 },
}

const counts = {
  flex: 1,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  columnGap: 1.5,
  color: 'text.secondary',
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
}

const still = { color: 'text.secondary', transition: 'transform 150ms' }
const turned = { ...still, transform: 'rotate(180deg)' }
