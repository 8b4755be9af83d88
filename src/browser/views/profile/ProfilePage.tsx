import Box from '@mui/material/Box'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useT } from '../../client/i18n/texts.ts'
import { OwnPermissions } from './OwnPermissions.tsx'
import { NoticeChoices } from './NoticeChoices.tsx'
import { PersonForm } from './PersonForm.tsx'
import { SignIns, useSignIns, sessionsKey } from './SignIns.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { Section } from './Section.tsx'
import { SteadyButton } from '../../ui/SteadyButton.tsx'
import { PageHeading } from '../../ui/PageTitle.tsx'

/** Everything about the signed-in person. */
export function ProfilePage() {
  const t = useT()
  const title = t('profile')
  const { isPending } = useSignIns()
  return (
    <Box sx={{ display: 'grid', gap: 2, py: 2, maxWidth: 1440 }}>
      <PageHeading title={title} />
      <Box sx={columns}>
        <PersonForm />
        <PasswordSection />
      </Box>
      <SignIns />
      {/* Below what grows: it comes when that has its place. */}
      {!isPending && <NoticeChoices />}
      {!isPending && <OwnPermissions />}
    </Box>
  )
}

const columns = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
}

/** Changes the password; the server signs out everywhere else then. */
function PasswordSection() {
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
