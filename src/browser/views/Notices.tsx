import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'

import type { Problem } from './problem.ts'
import { useText } from './words.ts'

export function Waiting() {
  const say = useText()
  return (
    <Box role="status" sx={{ display: 'flex', justifyContent: 'center', p: 4 }}>
      <CircularProgress aria-label={say('loading', 'Loading')} />
    </Box>
  )
}

/** Within a page that itself may be seen: the very record, or this act, may not. */
export function Denied() {
  const say = useText()
  return (
    <Alert severity="warning">{say('denied', 'You do not have the permission for this.')}</Alert>
  )
}

export function Failed({ problem, onRetry }: { problem: Problem; onRetry?: () => void }) {
  const say = useText()
  return (
    <Alert
      severity="error"
      action={
        onRetry && (
          <Button color="inherit" size="small" onClick={onRetry}>
            {say('try_again', 'Try again')}
          </Button>
        )
      }
    >
      {problem.message}
    </Alert>
  )
}
