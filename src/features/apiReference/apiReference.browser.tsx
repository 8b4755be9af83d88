import MenuItem from '@mui/material/MenuItem'
import { Link } from 'react-router-dom'

import { useT } from '../../browser/client/i18n/texts.ts'
import { lazyScreen } from '../../browser/ui/states/Loading.tsx'
import type { Feature, MenuItemProps } from '../../browser/views/slots.ts'

const path = '/help/api'

const ApiReference = lazyScreen(async () => (await import('./ApiReference.tsx')).ApiReference)

/** What programs may call, as a page. */
export const apiReference: Feature = {
  pages: [{ path, Page: ApiReference }],
  HelpLink,
}

function HelpLink(props: MenuItemProps) {
  const t = useT()
  return (
    <MenuItem component={Link} to={path} {...props}>
      {t('api_reference')}
    </MenuItem>
  )
}
