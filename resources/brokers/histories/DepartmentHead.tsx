import Chip from '@mui/material/Chip'

import { numberText, useT } from '#browser'

import type { BrokerDepartment } from '../department/brokerDepartment.ts'
import { CapToday, Health, OpenNow } from '../department/DepartmentCells.tsx'
import { Standing } from '../../Standing.tsx'
import english from '../../translations/en/console.json'

/** How a department stands now: whether it takes leads, through what, and how many it still takes today (product.md 11.14). */
export function DepartmentHead({ record }: { record: BrokerDepartment }) {
  const t = useT(english)
  const { is_active, is_test, pause_reason, caps, cap_today, accepted_week, ftds_week } = record
  const noCapToday = caps?.length ? 'department.other_caps' : 'department.no_cap'
  return (
    <Standing label={t('department.standing')}>
      {!is_active && (
        <li>
          <Chip color="warning" label={t('department.paused')} /> {pause_reason}
        </li>
      )}
      {is_test && (
        <li>
          <Chip label={t('department.test_only')} />
        </li>
      )}
      <li>
        <OpenNow record={record} />
      </li>
      <li>
        <Health record={record} full />
      </li>
      <li>
        {cap_today === null && t(noCapToday)}
        <CapToday record={record} full />
      </li>
      <li>
        {t('department.week', {
          accepted: numberText(accepted_week ?? 0),
          ftds: numberText(ftds_week ?? 0),
        })}
      </li>
    </Standing>
  )
}
