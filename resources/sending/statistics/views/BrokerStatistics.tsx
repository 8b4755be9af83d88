import MenuItem from '@mui/material/MenuItem'
import { Link } from 'react-router-dom'

import { useT, useUser } from '#browser'

import english from '../../../translations/en/statistics.json'
import { statisticsScreen } from '../statistics.browser.ts'

interface BrokerProps {
  record: { readonly id: number }
  close(): void
}

/** The way from a broker to the statistics of its departments (product.md 11.12). */
export function BrokerStatistics({ record: { id }, close }: BrokerProps) {
  const t = useT(english)
  if (!useUser().permissions.has(statisticsScreen.permission)) return null
  return (
    <MenuItem component={Link} to={`/${statisticsScreen.path}?broker=${id}`} onClick={close}>
      {t('statistics.title')}
    </MenuItem>
  )
}
