import MenuItem from '@mui/material/MenuItem'
import { Link } from 'react-router-dom'

import { useT, useUser } from '#browser'

import { statisticsScreen } from '../sending/statistics/statistics.browser.ts'
import console from '../translations/en/console.json'
import statistics from '../translations/en/statistics.json'

interface BrokerProps {
  record: { readonly id: number }
  close(): void
}

/** The ways from a broker to its departments and their statistics (product.md 11.12). */
export function BrokerLinks({ record: { id }, close }: BrokerProps) {
  const [t, tOfStatistics] = [useT(console), useT(statistics)]
  const { permissions } = useUser()
  const links = [
    permissions.has('broker.department.view') && {
      to: `/broker/department/search?broker_id=${id}`,
      label: t('broker.departments'),
    },
    permissions.has(statisticsScreen.permission) && {
      to: `/${statisticsScreen.path}?broker=${id}`,
      label: tOfStatistics('statistics.title'),
    },
  ]
  return links.map(
    (link) =>
      link && (
        <MenuItem key={link.to} component={Link} to={link.to} onClick={close}>
          {link.label}
        </MenuItem>
      ),
  )
}
