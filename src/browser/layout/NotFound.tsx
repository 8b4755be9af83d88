import Button from '@mui/material/Button'
import { useNavigate } from 'react-router-dom'

import { useText } from '../views/words.ts'
import { Message } from './Message.tsx'

/** Specification 2. */
export function NotFound() {
  const say = useText()
  const navigate = useNavigate()
  return (
    <Message
      title={say('oops', 'OOPS!')}
      text={say('not_found', "No signal here! we can't find the page you are looking for")}
    >
      <Button variant="contained" onClick={() => void navigate(-1)}>
        {say('back', 'Back')}
      </Button>
    </Message>
  )
}
