import HelpIcon from '@mui/icons-material/HelpOutline'
import MenuItem from '@mui/material/MenuItem'
import { Link } from 'react-router-dom'

import { useText } from '../views/words.ts'
import { HeaderMenu } from './HeaderMenu.tsx'

/** Documentation, support and contact (specification 2), and the reference of the API. */
export function HelpMenu() {
  const say = useText()
  const items = [
    ['/help', say('documentation', 'Documentation')],
    ['/help/api', say('api_reference', 'API reference')],
    ['/help#support', say('support', 'Support')],
    ['/help#contact', say('contact', 'Contact')],
  ] as const
  return (
    <HeaderMenu label={say('help', 'Help')} button={<HelpIcon />} width={200}>
      {(close) =>
        items.map(([to, label]) => (
          <MenuItem key={to} component={Link} to={to} onClick={close}>
            {label}
          </MenuItem>
        ))
      }
    </HeaderMenu>
  )
}
