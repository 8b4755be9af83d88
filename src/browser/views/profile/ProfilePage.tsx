import Box from '@mui/material/Box'

import { useT } from '../../client/i18n/texts.ts'
import { OwnPermissions } from './OwnPermissions.tsx'
import { NoticeChoices } from './NoticeChoices.tsx'
import { PersonForm } from './PersonForm.tsx'
import { SignIns, useSignIns } from './SignIns.tsx'
import { PageHeading } from '../../ui/PageTitle.tsx'
import { PasswordSection } from './PasswordSection.tsx'

/** Everything about the signed-in person. */
export function ProfilePage() {
  const t = useT()
  const { isPending } = useSignIns()
  return (
    <Box sx={{ display: 'grid', gap: 2, py: 2, maxWidth: 1440 }}>
      <PageHeading title={t('profile')} />
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
