import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useText } from '../views/words.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { Section } from './Section.tsx'
import { sessionsKey } from './useSignIns.ts'

/** Changes the password; the server signs out everywhere else then. */
export function PasswordSection() {
  const say = useText()
  const queryClient = useQueryClient()
  const [round, setRound] = useState(0)
  const begin = () => {
    setRound(round + 1)
    void queryClient.invalidateQueries({ queryKey: sessionsKey })
  }
  const title = say('change_password', 'Change password')
  return (
    <Section title={title}>
      <PasswordForm key={round} onDone={begin}>
        {(isBusy) => (
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', mt: 1 }}>
            <Button type="submit" variant="contained" disabled={isBusy}>
              {title}
            </Button>
          </Box>
        )}
      </PasswordForm>
    </Section>
  )
}
