import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { SaveButton } from 'react-admin'

import { useT } from '../../client/i18n/texts.ts'
import { stickyButtons } from '../../ui/stickyButtons.ts'
import english from '../../../texts/en/records.json'

interface ButtonsProps {
  isHidden: boolean
  onCancel(): void
  /** Called before the form is sent, where another new record may follow. */
  onAnother?: (() => void) | undefined
}

export function FormButtons({ isHidden, onCancel, onAnother }: ButtonsProps) {
  const t = useT(english)
  return (
    <Box hidden={isHidden} sx={buttonsStyle}>
      <Button onClick={onCancel}>{t('cancel')}</Button>
      {onAnother && (
        // No button that sends the form by itself: Enter in an input saves once.
        <Button
          variant="outlined"
          onClick={({ currentTarget: { form } }) => {
            onAnother()
            form?.requestSubmit()
          }}
        >
          {t('save_and_another')}
        </Button>
      )}
      <SaveButton alwaysEnable label={t('save')} title="Ctrl+Enter" />
    </Box>
  )
}

const buttonsStyle = {
  ...stickyButtons,
  // The long one goes on two lines on a phone, the others keep their shape.
  '& > :not(.MuiButton-outlined)': { flexShrink: 0 },
  '& > .MuiButton-outlined ~ button > svg': { display: { xs: 'none', sm: 'inherit' } },
  '&[hidden]': { display: 'none' },
  py: 1.5,
  bgcolor: 'background.paper',
  borderTop: 1,
  borderColor: 'divider',
  // From edge to edge of what holds the form, so that nothing shows beside it.
  mx: 'calc(-1 * var(--form-inset, 0px))',
  px: 'var(--form-inset, 0px)',
  borderRadius: 'var(--form-corners, 0)',
}
