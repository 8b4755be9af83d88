import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useNotify } from 'react-admin'

import { useUser } from '../../client/session/session.ts'
import { useText } from '../../client/i18n/texts.ts'

/** What whoever helps needs to know, ready to be sent. It holds no secret. */
export function Support() {
  const say = useText()
  const notify = useNotify()
  const details = useDetails()
  const copy = async () => {
    await navigator.clipboard.writeText(details)
    notify(say('copied', 'Copied'), { type: 'success' })
  }
  return (
    <>
      <Typography>
        {say('support_text', 'Say what you did and what you saw, and add these details:')}
      </Typography>
      <Paper
        component="pre"
        variant="outlined"
        sx={{ m: 0, p: 2, width: 1, whiteSpace: 'pre-wrap', fontSize: '0.8125rem' }}
      >
        {details}
      </Paper>
      <Button variant="outlined" onClick={() => void copy()}>
        {say('copy_details', 'Copy details')}
      </Button>
    </>
  )
}

function useDetails(): string {
  const { id, email } = useUser()
  const { userAgent, language } = navigator
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return [
    `User:      ${email} (${id})`,
    `Address:   ${window.location.origin}`,
    `Browser:   ${userAgent}`,
    `Language:  ${language}, ${timeZone}`,
    `Window:    ${window.innerWidth} × ${window.innerHeight}`,
  ].join('\n')
}
