import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'

import { ColorChip, textOn, useApiQuery, useT, useUser } from '#browser'
import { useLoaded } from '#browser/later'

import { mapPath, seenText } from '../../leads/statusSetting/brokerWord.browser.ts'
import { statusMap } from '../../leads/statusSetting/statusMap.ts'
import type { BrokerDepartment } from '../department/brokerDepartment.ts'
import type { BrokerStatus } from './brokerStatuses.ts'
import english from '../../translations/en/console.json'

export const BrokerStatusesLabel = () => useT(english)('department.statuses')

/** The words that the department has for its sends, and what they stand for; those that stand for nothing first. */
export function BrokerStatuses({ record: { id } }: { record: BrokerDepartment }) {
  const t = useT(english)
  const query = useApiQuery<readonly BrokerStatus[]>({
    // A change of any mapping has what stands under its resource read again.
    queryKey: [statusMap.name, 'department', id],
    path: `/broker/department/${id}/statuses`,
  })
  const { data, pending } = useLoaded(query)
  if (!data || pending) return pending
  if (data.length === 0) {
    return <Typography color="text.secondary">{t('department.no_statuses')}</Typography>
  }
  const maxSeen = Math.max(...data.map(({ seen }) => seen))
  return (
    <Card sx={{ p: 2, overflowX: 'auto' }}>
      <Box component="table" aria-label={t('department.statuses')} sx={tableStyle}>
        <thead>
          <tr>
            <th scope="col">{t('unmapped.word')}</th>
            <th scope="col">{t('department.our_status')}</th>
            <th scope="col" className="number">
              {t('department.sends')}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map((one) => (
            <tr key={one.broker_status}>
              <th scope="row">{one.broker_status}</th>
              <td>
                <Ours one={one} department={id} />
              </td>
              <td className="number">
                {seenText(one.seen)}
                <Box aria-hidden sx={barStyle}>
                  <Box sx={{ ...filledStyle, width: `${(one.seen / maxSeen) * 100}%` }} />
                </Box>
              </td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Card>
  )
}

function Ours({
  one: { status, broker_status },
  department,
}: {
  one: BrokerStatus
  department: number
}) {
  const t = useT(english)
  const mayMap = useUser().permissions.has('lead.statusSetting.create')
  if (status) {
    const { id, label, text_color, bg_color } = status
    const colors = { background: bg_color, text: textOn(bg_color, text_color) }
    return <ColorChip content={label ?? `#${id}`} {...colors} />
  }
  if (!mayMap) return <em>{t('department.unmapped')}</em>
  return (
    <Button
      size="small"
      variant="outlined"
      component={Link}
      to={mapPath({ broker_status, department })}
      aria-label={t('unmapped.map_word', { word: broker_status })}
    >
      {t('unmapped.map')}
    </Button>
  )
}

const tableStyle = {
  width: '100%',
  borderSpacing: 0,
  fontSize: '0.875rem',
  '& th, & td': { px: 0, py: 0.75, paddingInlineEnd: 2, textAlign: 'start', fontWeight: 400 },
  '& thead th': { color: 'text.secondary' },
  // A word is broken only where it is wider than all the room.
  '& th': { overflowWrap: 'break-word' },
  '& .number': {
    width: { xs: 'auto', sm: '30%' },
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
  },
}

const barStyle = { height: 6, mt: 0.5, borderRadius: 1, bgcolor: 'action.hover' }

const filledStyle = { height: 6, borderRadius: 1, bgcolor: 'primary.main' }
