import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useNotify } from 'react-admin'

import { problemOf } from '../../client/http/problem.ts'
import { useProvider } from '../../client/records/provider.ts'
import { useText } from '../../client/i18n/texts.ts'
import { useUnfinished, type Unfinished } from './unfinished.ts'

/** Uploads that were broken off: each can go on with the same file, or be discarded. */
export function UnfinishedUploads({ purpose }: { purpose: string }) {
  const say = useText()
  const { uploads, refetch } = useUnfinished(purpose)
  if (uploads.length === 0) return null
  return (
    <Alert severity="info" role="note" sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      {say(
        'uploads_unfinished',
        'You have uploads that were broken off. Choose the same file to go on with one.',
      )}
      <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, mt: 1, display: 'grid', gap: 0.5 }}>
        {uploads.map((upload) => (
          <Line key={upload.id} upload={upload} onGone={refetch} />
        ))}
      </Box>
    </Alert>
  )
}

function Line({ upload, onGone }: { upload: Unfinished; onGone(): void }) {
  const say = useText()
  const notify = useNotify()
  const provider = useProvider()
  const { id, name, size, stored } = upload
  const percent = Math.floor((stored / size) * 100)
  const discard = async () => {
    try {
      await provider.call('DELETE', `/files/${id}`)
    } catch (error) {
      notify(problemOf(error).message, { type: 'error' })
    }
    onGone()
  }
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Typography variant="body2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {say('upload_stands_at', '%{name}: %{percent}% uploaded', { name, percent })}
      </Typography>
      <Button
        size="small"
        color="inherit"
        aria-label={say('discard_upload', 'Discard %{name}', { name })}
        onClick={() => void discard()}
      >
        {say('discard', 'Discard')}
      </Button>
    </Box>
  )
}
