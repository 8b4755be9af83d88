import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'

import { useT } from '../../browser/client/i18n/texts.ts'
import type { BrowserKind } from '../kind.browser.ts'

export const booleanBrowser: BrowserKind = {
  editor: 'yes',
  show: ({ value }) => <YesOrNo isYes={Boolean(value)} />,
}

function YesOrNo({ isYes }: { isYes: boolean }) {
  const t = useT()
  return isYes ? (
    <CheckIcon titleAccess={t('yes')} fontSize="small" color="success" />
  ) : (
    <CloseIcon titleAccess={t('no')} fontSize="small" color="disabled" />
  )
}
