import Box from '@mui/material/Box'
import { lazy, Suspense, type ComponentType } from 'react'

import { lazyScreen, type Views } from '#browser'
import type { RecordOf } from '#schema'

import { wordOf } from '../wordOf.browser.ts'

import type { broker } from './broker.ts'
import type { brokerDepartment, BrokerDepartment } from './brokerDepartment.ts'

type Cell<Record> = ComponentType<{ record: Record; full?: boolean }>

const load = () => import('./DepartmentCells.tsx')
const loadStatistics = () => import('../sending/statistics/views/StatisticsPage.tsx')
const loadApi = () => import('../partner/docs/PartnerApi.tsx')
const loadStatuses = () => import('./histories/BrokerStatuses.tsx')

const DepartmentTest = lazy(async () => ({
  default: (await import('./DepartmentTest.tsx')).DepartmentTest,
}))

const loadAddresses = () => import('./Addresses.tsx')
const Addresses = lazy(async () => ({ default: (await loadAddresses()).Addresses }))
const loadLicence = () => import('./Licence.tsx')
const LicenceMissing = lazy(async () => ({ default: (await loadLicence()).LicenceMissing }))
const LicenceTyped = lazy(async () => ({ default: (await loadLicence()).LicenceTyped }))
const WholeInternet = lazy(async () => ({ default: (await loadAddresses()).WholeInternet }))

export const brokerViews: Views<typeof broker> = {
  fields: {
    contract_expires_in: lazy<Cell<RecordOf<typeof broker>>>(async () => ({
      default: (await load()).Contract,
    })),
    ip_addresses: ({ record, full }) => <Addresses addresses={record.ip_addresses} full={full} />,
  },
  formSection: () => (
    <Suspense>
      <WholeInternet name="ip_addresses" />
      <LicenceTyped />
    </Suspense>
  ),
  showHead: ({ record }) => (
    <Suspense>
      <LicenceMissing record={record} />
    </Suspense>
  ),
  rowActions: lazy(async () => ({ default: (await import('./BrokerLinks.tsx')).BrokerLinks })),
}

type Cells = Awaited<ReturnType<typeof load>>

const cell = (choose: (all: Cells) => Cell<BrokerDepartment>) =>
  lazy<Cell<BrokerDepartment>>(async () => ({ default: choose(await load()) }))

/** As wide as its words in a list, which come after the rows. */
function roomyCell(choose: (all: Cells) => Cell<BrokerDepartment>): Cell<BrokerDepartment> {
  const Shown = cell(choose)
  return ({ record, full }) => (
    <Box component="span" sx={{ display: 'inline-block', 'td &': { minWidth: 100 } }}>
      <Suspense>
        <Shown record={record} full={full} />
      </Suspense>
    </Box>
  )
}

/** Of a cap in a notification: it is changed where its department is. */
const toDepartment = ({ values }: { values: Readonly<Record<string, unknown>> }) => ({
  id: Number(values['department']),
})

export const departmentViews: Views<typeof brokerDepartment> = {
  notices: { cap_nearly: toDepartment, cap_reached: toDepartment },
  fields: {
    open_now: roomyCell(({ OpenNow }) => OpenNow),
    health: roomyCell(({ Health }) => Health),
    cap_today: cell(({ CapToday }) => CapToday),
    allowed_ips: ({ record, full }) => <Addresses addresses={record.allowed_ips} full={full} />,
    opening_hours: lazy<Cell<BrokerDepartment>>(async () => ({
      default: (await import('./Week.tsx')).Week,
    })),
  },
  formSection: () => (
    <Suspense>
      <WholeInternet name="allowed_ips" />
    </Suspense>
  ),
  recordActions: ({ user, t }) =>
    user.permissions.has('send.integration.test')
      ? [{ name: 'test', label: wordOf(t, 'department.test', 'Send a test'), Form: DepartmentTest }]
      : [],
  listActions: lazyScreen(
    async () => (await import('../sending/statistics/views/StatisticsButton.tsx')).StatisticsButton,
  ),
  showHead: lazy(async () => ({
    default: (await import('./histories/DepartmentHead.tsx')).DepartmentHead,
  })),
  showTab: [
    {
      name: 'statistics',
      Label: lazy(async () => ({ default: (await loadStatistics()).StatisticsLabel })),
      Content: lazyScreen(async () => (await loadStatistics()).DepartmentStatistics),
    },
    {
      name: 'statuses',
      Label: lazy(async () => ({ default: (await loadStatuses()).BrokerStatusesLabel })),
      Content: lazyScreen(async () => (await loadStatuses()).BrokerStatuses),
    },
    {
      name: 'api',
      isFor: (_resource, user) => user.permissions.has('broker.department.token'),
      Label: lazy(async () => ({ default: (await loadApi()).PartnerApiLabel })),
      Content: lazyScreen(async () => (await loadApi()).PartnerApi),
    },
  ],
}
