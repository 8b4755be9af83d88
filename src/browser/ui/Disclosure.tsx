import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Accordion from '@mui/material/Accordion'
import AccordionDetails from '@mui/material/AccordionDetails'
import AccordionSummary from '@mui/material/AccordionSummary'
import { Suspense, useState, type ReactNode } from 'react'

import { Waiting } from './states/StatePanels.tsx'

interface DisclosureProps {
  title: string
  /** Of the heading. */
  level: 'h2' | 'h3'
  children: ReactNode
}

/** A part of a record that is loaded when it is opened. */
export function Disclosure({ title, level, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Accordion
      variant="outlined"
      disableGutters
      expanded={isOpen}
      onChange={(_event, next) => setOpen(next)}
      slotProps={{ heading: { component: level } }}
      sx={{ '&::before': { display: 'none' }, borderRadius: 1, displayPrint: 'none' }}
    >
      <AccordionSummary expandIcon={<ExpandMoreIcon />} sx={{ fontWeight: 600 }}>
        {title}
      </AccordionSummary>
      <AccordionDetails>
        {isOpen && <Suspense fallback={<Waiting />}>{children}</Suspense>}
      </AccordionDetails>
    </Accordion>
  )
}
