import type { ComponentType } from 'react'

import { lazyPart, lazyScreen, type Views } from '#browser'
import type { RecordOf } from '#schema'

import { RoomyCell } from '../RoomyCell.tsx'
import { wordOf } from '../wordOf.browser.ts'

import type { broker } from './broker.ts'
import type { brokerDepartment, BrokerDepartment } from './department/brokerDepartment.ts'

interface CellProps<Record> {
  record: Record
  full?: boolean
}

type Cell<Record> = ComponentType<CellProps<Record>>

const load = () => import('./department/DepartmentCells.tsx')
const loadStatistics = () => import('../sending/statistics/views/StatisticsPage.tsx')
const loadApi = () => import('../partner/docs/PartnerApi.tsx')
const loadStatuses = () => import('./histories/BrokerStatuses.tsx')

const DepartmentTest = lazyPart(
  async () => (await import('./department/DepartmentTest.tsx')).DepartmentTest,
)

const loadFormParts = () => import('./formParts.tsx')

const Addresses = lazyPart(async () => (await import('./Addresses.tsx')).Addresses)

export const brokerViews: Views<typeof broker> = {
  fields: {
    contract_expires_in: lazyPart<CellProps<RecordOf<typeof broker>>>(
      async () => (await load()).Contract,
    ),
    ip_addresses: ({ record, full }) => <Addresses addresses={record.ip_addresses} full={full} />,
  },
  formSection: lazyPart(async () => (await loadFormParts()).BrokerFormPart),
  showHead: lazyPart(async () => (await import('./Licence.tsx')).LicenceMissing),
  rowActions: lazyPart(async () => (await import('./BrokerLinks.tsx')).BrokerLinks),
}

type Cells = Awaited<ReturnType<typeof load>>

const cell = (choose: (all: Cells) => Cell<BrokerDepartment>) =>
  lazyPart<CellProps<BrokerDepartment>>(async () => choose(await load()))

function roomyCell(choose: (all: Cells) => Cell<BrokerDepartment>, more?: keyof BrokerDepartment) {
  const Shown = cell(choose)
  const hasMore = (value: unknown) => Array.isArray(value) && value.length > 0
  return (props: CellProps<BrokerDepartment>) => (
    <RoomyCell hasMore={more && hasMore(props.record[more])}>
      <Shown {...props} />
    </RoomyCell>
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
    health: roomyCell(({ Health }) => Health, 'health_reasons'),
    cap_today: cell(({ CapToday }) => CapToday),
    allowed_ips: ({ record, full }) => <Addresses addresses={record.allowed_ips} full={full} />,
    opening_hours: cell(({ Week }) => Week),
  },
  filledWithout: ['opening_hours'],
  formSection: lazyPart(async () => (await loadFormParts()).DepartmentFormPart),
  recordActions: ({ user, t }) =>
    user.permissions.has('send.integration.test')
      ? [{ name: 'test', label: wordOf(t, 'department.test', 'Send a test'), Form: DepartmentTest }]
      : [],
  listActions: lazyScreen(
    async () => (await import('../sending/statistics/views/StatisticsButton.tsx')).StatisticsButton,
  ),
  showHead: lazyPart(async () => (await import('./histories/DepartmentHead.tsx')).DepartmentHead),
  showTab: [
    {
      name: 'statistics',
      Label: lazyPart(async () => (await loadStatistics()).StatisticsLabel),
      Content: lazyScreen(async () => (await loadStatistics()).DepartmentStatistics),
    },
    {
      name: 'statuses',
      Label: lazyPart(async () => (await loadStatuses()).BrokerStatusesLabel),
      Content: lazyScreen(async () => (await loadStatuses()).BrokerStatuses),
    },
    {
      name: 'api',
      isFor: (_resource, user) => user.permissions.has('broker.department.token'),
      Label: lazyPart(async () => (await loadApi()).PartnerApiLabel),
      Content: lazyScreen(async () => (await loadApi()).PartnerApi),
    },
  ],
}
