import HelpIcon from '@mui/icons-material/HelpOutline'
import MenuItem from '@mui/material/MenuItem'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import type { Http } from '../../client/http/http.ts'
import { useFeatures } from '../../views/slots.ts'
import { useT } from '../../client/i18n/texts.ts'
import { HeaderMenu } from './HeaderMenu.tsx'

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

interface Addresses {
  readonly documentation: string
  readonly support: string
  readonly contact: string
}

/** The help that the console brings, where the operator has set none and the server knows of none. */
const own: Addresses = {
  documentation: '/help',
  support: '/help#support',
  contact: '/help#contact',
}

/** Where the help menu goes; asked for once, when somebody comes near it. */
function useHelpAddresses(http: Http, isNear: boolean): Addresses {
  const { data } = useQuery({
    queryKey: ['help'],
    queryFn: ({ signal }) => http.json<{ data: Partial<Addresses> }>('/help', { signal }),
    enabled: isNear,
    retry: false,
    staleTime: Infinity,
  })
  return { ...own, ...data?.data }
}
