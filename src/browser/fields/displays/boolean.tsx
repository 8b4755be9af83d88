import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'

import type { Display } from '../display.ts'

export const booleanDisplay: Display = {
  show: ({ value }) =>
    value ? (
      <CheckIcon titleAccess="Yes" fontSize="small" color="success" />
    ) : (
      <CloseIcon titleAccess="No" fontSize="small" color="disabled" />
    ),
}
