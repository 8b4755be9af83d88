import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useNotify } from 'react-admin'

import { useUser } from '../../client/session/session.ts'
import { useT } from '../../client/i18n/texts.ts'
import english from '../../../texts/help.json'

/** What whoever helps needs to know, ready to be sent. It holds no secret. */
export function Support() {
  const t = useT(english)
  const notify = useNotify()
  const details = useDetails()
  const copy = async () => {
    await navigator.clipboard.writeText(details)
    notify(t('copied'), { type: 'success' })
  }
  return (
    <>
      <Typography>{t('support_text')}</Typography>
      <Paper
        component="pre"
        variant="outlined"
        sx={{ m: 0, p: 2, width: 1, whiteSpace: 'pre-wrap', fontSize: '0.8125rem' }}
      >
        {details}
      </Paper>
      <Button variant="outlined" onClick={() => void copy()}>
        {t('copy_details')}
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
