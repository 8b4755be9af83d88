import Button from '@mui/material/Button'
import { useNavigate } from 'react-router-dom'

import { useText } from '../../client/i18n/texts.ts'
import { Message } from './Message.tsx'

/** Specification 2. A tab that began here has no step to go back: there the button leads to the first screen. */
export function NotFound() {
  const say = useText()
  const navigate = useNavigate()
  const back = () => void (window.history.length > 1 ? navigate(-1) : navigate('/'))
  return (
    <Message
      title={say('oops', 'OOPS!')}
      text={say('not_found', "No signal here! we can't find the page you are looking for")}
    >
      <Button variant="contained" onClick={back}>
        {say('back', 'Back')}
      </Button>
    </Message>
  )
}
