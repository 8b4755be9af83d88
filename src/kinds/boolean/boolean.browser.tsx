import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'

import { useT } from '../../browser/client/i18n/texts.ts'
import type { BrowserKind } from '../kind.browser.ts'

export const booleanBrowser: BrowserKind = {
  editor: 'yes',
  show: ({ value }) => <YesOrNo isYes={Boolean(value)} />,
}

/** In the middle of its row, not on the line of the text. */
const inLine = { verticalAlign: 'middle' }

function YesOrNo({ isYes }: { isYes: boolean }) {
  const t = useT()
  return isYes ? (
    <CheckIcon titleAccess={t('yes')} fontSize="small" color="success" style={inLine} />
  ) : (
    <CloseIcon titleAccess={t('no')} fontSize="small" color="disabled" style={inLine} />
  )
}
