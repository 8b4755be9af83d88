import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Accordion from '@mui/material/Accordion'
import AccordionDetails from '@mui/material/AccordionDetails'
import AccordionSummary from '@mui/material/AccordionSummary'
import { lazy, Suspense, useState } from 'react'

import type { Resource } from '#schema'

import type { Row } from '../fields/display.ts'
import { Waiting } from '../views/Notices.tsx'
import { useText } from '../views/words.ts'

const RecordHistory = lazy(async () => ({
  default: (await import('./RecordHistory.tsx')).RecordHistory,
}))

/** What changed on a record; asked for when it is opened. */
export function HistorySection({ resource, record }: { resource: Resource; record: Row }) {
  const say = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <Accordion
      variant="outlined"
      disableGutters
      expanded={isOpen}
      onChange={(_event, next) => setOpen(next)}
      slotProps={{ heading: { component: 'h2' } }}
      sx={{ '&::before': { display: 'none' }, borderRadius: 1, displayPrint: 'none' }}
    >
      <AccordionSummary expandIcon={<ExpandMoreIcon />} sx={{ fontWeight: 600 }}>
        {say('what_changed', 'What changed')}
      </AccordionSummary>
      <AccordionDetails>
        {isOpen && (
          <Suspense fallback={<Waiting />}>
            <RecordHistory resource={resource} record={record} />
          </Suspense>
        )}
      </AccordionDetails>
    </Accordion>
  )
}
