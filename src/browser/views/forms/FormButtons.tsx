import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { SaveButton } from 'react-admin'

import type { Problem } from '../../client/http/problem.ts'
import { useMessage, useT } from '../../client/i18n/texts.ts'

export function FormButtons({ onCancel }: { onCancel(): void }) {
  const t = useT()
  return (
    <Box
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 1,
        display: 'flex',
        justifyContent: 'flex-end',
        gap: 1,
        py: 1.5,
        bgcolor: 'background.paper',
        borderTop: 1,
        borderColor: 'divider',
        // From edge to edge of what holds the form, so that nothing shows beside it.
        mx: 'calc(-1 * var(--form-inset, 0px))',
        px: 'var(--form-inset, 0px)',
        borderRadius: 'var(--form-corners, 0)',
      }}
    >
      <Button onClick={onCancel}>{t('cancel')}</Button>
      <SaveButton alwaysEnable label={t('save')} />
    </Box>
  )
}

/** A refusal that stands under no field. */
export function ProblemAlert({ problem }: { problem: Problem }) {
  const told = useMessage()
  const details = Object.values(problem.errors).filter((one) => one !== problem.message)
  return (
    <Alert severity="error" tabIndex={-1} sx={{ mb: 2 }}>
      {[problem.message, ...details].map(told).join(' ')}
    </Alert>
  )
}
