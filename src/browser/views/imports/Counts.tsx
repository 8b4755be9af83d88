import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

import { numberText } from '../../client/i18n/formats.ts'

interface Count {
  readonly label: string
  readonly count: number
  readonly tone?: 'success' | 'warning' | undefined
}

/** Numbers that belong together, each with its name. */
export function Counts({ counts }: { counts: readonly Count[] }) {
  return (
    <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, m: 0 }}>
      {counts.map(({ label, count, tone }) => (
        <Box key={label} sx={tile}>
          <Typography component="dt" variant="body2" color="text.secondary">
            {label}
          </Typography>
          <Typography
            component="dd"
            variant="h5"
            sx={{
              m: 0,
              fontVariantNumeric: 'tabular-nums',
              ...(tone && { color: `${tone}.main` }),
            }}
          >
            {numberText(count)}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}

const tile = {
  display: 'flex',
  flexDirection: 'column',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  px: 2,
  py: 1,
  minWidth: 120,
}
