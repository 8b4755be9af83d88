import Box from '@mui/material/Box'

import type { Display } from '../../browser/client/records/row.ts'

export const colorDisplay: Display = {
  show: ({ value }) => (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Swatch color={String(value)} />
      <code dir="ltr">{String(value)}</code>
    </Box>
  ),
}

export function Swatch({ color }: { color: string }) {
  return (
    <span
      aria-hidden
      style={{
        width: '1em',
        height: '1em',
        borderRadius: 3,
        border: '1px solid #8884',
        backgroundColor: color,
      }}
    />
  )
}
