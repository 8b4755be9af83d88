import HelpIcon from '@mui/icons-material/HelpOutline'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import type { Http } from '../../client/http/http.ts'
import { shortcuts } from '../../ui/keyboard/shortcutRegistry.ts'
import { useText } from '../../client/i18n/texts.ts'
import { HeaderMenu } from './HeaderMenu.tsx'
import { useHelpAddresses } from './helpAddresses.ts'

/** Documentation, support and contact (specification 2), the reference of the API, and what the keys do. */
export function HelpMenu({ http }: { http: Http }) {
  const say = useText()
  const [isNear, setNear] = useState(false)
  const addresses = useHelpAddresses(http, isNear)
  const items = [
    [addresses.documentation, say('documentation', 'Documentation')],
    ['/help/api', say('api_reference', 'API reference')],
    [addresses.support, say('support', 'Support')],
    [addresses.contact, say('contact', 'Contact')],
  ] as const
  return (
    <HeaderMenu
      label={say('help', 'Help')}
      button={<HelpIcon />}
      width={220}
      onNear={() => setNear(true)}
    >
      {(close) => [
        ...items.map(([to, label]) => (
          <MenuItem key={label} {...linkTo(to)} onClick={close}>
            {label}
          </MenuItem>
        )),
        <MenuItem
          key="shortcuts"
          onClick={() => {
            close()
            shortcuts.run('?')
          }}
        >
          {say('shortcuts', 'Keyboard shortcuts')}
        </MenuItem>,
      ]}
    </HeaderMenu>
  )
}

/** Pages of the console open in it, others beside it; a letter opens neither. */
function linkTo(address: string) {
  if (address.startsWith('/')) return { component: Link, to: address }
  const isPage = address.startsWith('http')
  return { component: 'a', href: address, ...(isPage && { target: '_blank', rel: 'noreferrer' }) }
}
