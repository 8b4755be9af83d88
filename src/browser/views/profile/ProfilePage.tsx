import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

import { useT } from '../../client/i18n/texts.ts'
import { OwnPermissions } from './OwnPermissions.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { PersonForm } from './PersonForm.tsx'
import { SignIns } from './SignIns.tsx'
import { useSignIns } from './useSignIns.ts'

/** Everything about the signed-in person (product.md 11.9). */
export function ProfilePage() {
  const t = useT()
  const title = t('profile')
  const { isPending } = useSignIns()
  return (
    <Box sx={{ display: 'grid', gap: 2, py: 2 }}>
      <title>{title}</title>
      <Typography component="h1" variant="h5">
        {title}
      </Typography>
      <Box sx={columns}>
        <PersonForm />
        <PasswordSection />
      </Box>
      <SignIns />
      {/* Below what grows: it comes when that has its place. */}
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
