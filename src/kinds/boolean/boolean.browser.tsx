import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'

import { useT } from '../../browser/client/i18n/texts.ts'
import type { BrowserKind } from '../kind.browser.ts'

export const booleanBrowser: BrowserKind = {
  editor: 'yes',
  show: ({ value, full }) => <YesOrNo isYes={Boolean(value)} isWord={full} />,
}

/** In the middle of its row, not on the line of the text. */
const inLine = { verticalAlign: 'middle' }

/** A mark in a column, which is read down; a word where it is the answer to one question. */
function YesOrNo({ isYes, isWord }: { isYes: boolean; isWord: boolean }) {
  const t = useT()
  if (isWord) return t(isYes ? 'yes' : 'no')
  return isYes ? (
    <CheckIcon titleAccess={t('yes')} fontSize="small" color="success" style={inLine} />
  ) : (
    <CloseIcon titleAccess={t('no')} fontSize="small" color="disabled" style={inLine} />
  )
}
