import Button from '@mui/material/Button'
import { useNavigate } from 'react-router-dom'

import { useT } from '../../client/i18n/texts.ts'
import { Message } from './Message.tsx'

/** Specification 2. A tab that began here has no step to go back: there the button leads to the first screen. */
export function NotFound() {
  const t = useT()
  const navigate = useNavigate()
  const back = () => void (window.history.length > 1 ? navigate(-1) : navigate('/'))
  return (
    <Message title={t('oops')} text={t('not_found')}>
      <Button variant="contained" onClick={back}>
        {t('back')}
      </Button>
    </Message>
  )
}
