import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

import { useT } from '../client/i18n/texts.ts'
import english from '../../texts/en/records.json'

interface FoldProps {
  heading: string
  level: 'h2' | 'span'
  /** How many of its fields have a value. */
  count: number
  children: ReactNode
}

/** A part of a record or of its form that shows only its heading until it is opened. */
export function Fold({ heading, level, count, children }: FoldProps) {
  const t = useT(english)
  return (
    <Box component="details" sx={style}>
      <summary>
        <Typography
          component={level}
          variant="subtitle1"
          sx={{ display: 'inline', fontWeight: 600 }}
        >
          {heading}
        </Typography>{' '}
        {count > 0 && (
          <Typography component="span" variant="body2" color="text.secondary">
            {t('folded_values', { count })}
          </Typography>
        )}
      </summary>
      {children}
    </Box>
  )
}

const style = {
  '& > summary': { cursor: 'pointer', py: { xs: 1, sm: 0 } },
  '&[open] > summary': { mb: 1.5 },
  '&:not([open])': { displayPrint: 'none' },
}
