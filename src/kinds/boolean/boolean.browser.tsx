import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'

import { useText } from '../../browser/client/i18n/texts.ts'
import type { BrowserKind } from '../kind.browser.ts'

export const booleanBrowser: BrowserKind = {
  editor: 'yes',
  show: ({ value }) => <YesOrNo isYes={Boolean(value)} />,
}

function YesOrNo({ isYes }: { isYes: boolean }) {
  const say = useText()
  return isYes ? (
    <CheckIcon titleAccess={say('yes', 'Yes')} fontSize="small" color="success" />
  ) : (
    <CloseIcon titleAccess={say('no', 'No')} fontSize="small" color="disabled" />
  )
}
