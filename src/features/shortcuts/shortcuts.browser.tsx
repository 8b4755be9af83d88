import MenuItem from '@mui/material/MenuItem'

import { useT } from '../../browser/client/i18n/texts.ts'
import { shortcuts as registry } from '../../browser/ui/keyboard/shortcutRegistry.ts'
import type { Feature, MenuItemProps } from '../../browser/views/slots.ts'

/** Keys for what the console offers; `?` shows them. */
export const shortcuts: Feature = { HelpCommand }

function HelpCommand({ onClick, ...props }: MenuItemProps) {
  const t = useT()
  const show = () => {
    onClick()
    registry.run('?')
  }
  return (
    <MenuItem {...props} onClick={show}>
      {t('shortcuts')}
    </MenuItem>
  )
}
