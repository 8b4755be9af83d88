import Button from '@mui/material/Button'

import { useT } from '../../client/i18n/texts.ts'
import { TitledDialog } from '../../ui/TitledDialog.tsx'
import english from '../../../texts/en/records.json'

interface QuestionProps {
  onStay(): void
  onLeave(): void
}

/** Asks whether what was typed and not saved is given up. */
export function LeaveQuestion({ onStay, onLeave }: QuestionProps) {
  const t = useT(english)
  return (
    <TitledDialog
      fullWidth={false}
      maxWidth="sm"
      title={t('leave')}
      text={t('leave_text')}
      onClose={onStay}
      actions={
        <>
          <Button color="error" onClick={onLeave}>
            {t('leave_anyway')}
          </Button>
          <Button variant="contained" autoFocus onClick={onStay}>
            {t('leave_not')}
          </Button>
        </>
      }
    />
  )
}
