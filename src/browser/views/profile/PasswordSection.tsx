import Box from '@mui/material/Box'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useT } from '../../client/i18n/texts.ts'
import { sessionsKey } from './SignIns.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { Section } from './Section.tsx'
import { SteadyButton } from '../../ui/SteadyButton.tsx'

/** Changes the password; the server signs out everywhere else then. */
export function PasswordSection() {
  const t = useT()
  const queryClient = useQueryClient()
  const [round, setRound] = useState(0)
  const begin = () => {
    setRound(round + 1)
    void queryClient.invalidateQueries({ queryKey: sessionsKey })
  }
  const title = t('change_password')
  return (
    <Section title={title}>
      <PasswordForm key={round} onDone={begin}>
        {(isBusy) => (
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', mt: 1 }}>
            <SteadyButton type="submit" variant="contained" isOff={isBusy}>
              {title}
            </SteadyButton>
          </Box>
        )}
      </PasswordForm>
    </Section>
  )
}
