import HelpIcon from '@mui/icons-material/HelpOutline'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import type { Http } from '../../client/http/http.ts'
import { useFeatures } from '../../views/slots.ts'
import { useT } from '../../client/i18n/texts.ts'
import { HeaderMenu } from './HeaderMenu.tsx'
import { useHelpAddresses } from './useHelpAddresses.ts'

/** Documentation, support and contact, and what the features add. */
export function HelpMenu({ http }: { http: Http }) {
  const t = useT()
  const [isNear, setNear] = useState(false)
  const addresses = useHelpAddresses(http, isNear)
  const features = useFeatures()
  const item = (to: string, label: string, close: () => void) => (
    <MenuItem key={label} {...linkTo(to)} onClick={close}>
      {label}
    </MenuItem>
  )
  return (
    <HeaderMenu label={t('help')} button={<HelpIcon />} width={220} onNear={() => setNear(true)}>
      {(close) => [
        item(addresses.documentation, t('documentation'), close),
        ...features.map(({ HelpLink }, at) => HelpLink && <HelpLink key={at} onClick={close} />),
        item(addresses.support, t('support'), close),
        item(addresses.contact, t('contact'), close),
        ...features.map(
          ({ HelpCommand }, at) => HelpCommand && <HelpCommand key={at} onClick={close} />,
        ),
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
