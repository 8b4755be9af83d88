import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useId, type ReactNode } from 'react'

import type { Listed } from './permissionGroups.ts'

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
            <Box component="span" sx={textStyle}>
              <Box component="span" sx={{ flex: '1 1 auto', fontWeight: 600 }}>
                {title}
              </Box>
              <Box component="span" sx={counts}>
                {count}
              </Box>
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
  py: 0.75,
  gap: 1.5,
  pr: 1.5,
  justifyContent: 'flex-start',
  textAlign: 'start',
  font: 'inherit',
  fontSize: '0.9375rem',
  '&:hover': { bgcolor: 'action.hover' },
  '&.Mui-focusVisible': { outlineOffset: -2 },
}

/** Beside each other, or on a narrow screen the count below. */
const textStyle = {
  flex: 1,
  minWidth: 0,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: 1.5,
  overflowWrap: 'break-word',
}

const counts = {
  display: 'flex',
  whiteSpace: 'nowrap',
  columnGap: 1.5,
  color: 'text.secondary',
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
}

const still = { color: 'text.secondary', transition: 'transform 150ms' }
const turned = { ...still, transform: 'rotate(180deg)' }

/** A permission's string, and what it means. */
export function PermissionText({ permission }: { permission: Listed }) {
  const { name, description } = permission
  return (
    <>
      <Code>{name}</Code>
      {description && (
        <Box
          component="span"
          sx={{ display: 'block', color: 'text.secondary', fontSize: '0.8125rem' }}
        >
          {description}
        </Box>
      )}
    </>
  )
}

export function Code({ children }: { children: string }) {
  return (
    <Box
      component="code"
      sx={{ fontFamily: mono, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}
    >
      {children}
    </Box>
  )
}

const mono = 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace'
