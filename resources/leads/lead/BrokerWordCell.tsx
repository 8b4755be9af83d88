import Box from '@mui/material/Box'

import { cut } from '#browser'

import type { Lead } from './lead.ts'

/** What a broker calls the status of a lead: beside ours, which says what it stands for (product.md 9.1). */
export function BrokerWordCell({ record, full }: { record: Lead; full?: boolean }) {
  const { broker_status } = record
  if (!broker_status) return null
  return (
    <Box component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {full ? broker_status : cut(broker_status)}
    </Box>
  )
}
