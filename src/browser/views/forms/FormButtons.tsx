import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { SaveButton } from 'react-admin'

import { useT } from '../../client/i18n/texts.ts'
import { stickyButtons } from '../../ui/stickyButtons.ts'

export function FormButtons({ onCancel }: { onCancel(): void }) {
  const t = useT()
  return (
    <Box sx={buttonsStyle}>
      <Button onClick={onCancel}>{t('cancel')}</Button>
      <SaveButton alwaysEnable label={t('save')} />
    </Box>
  )
}

const buttonsStyle = {
  ...stickyButtons,
  py: 1.5,
  bgcolor: 'background.paper',
  borderTop: 1,
  borderColor: 'divider',
  // From edge to edge of what holds the form, so that nothing shows beside it.
  mx: 'calc(-1 * var(--form-inset, 0px))',
  px: 'var(--form-inset, 0px)',
  borderRadius: 'var(--form-corners, 0)',
}
