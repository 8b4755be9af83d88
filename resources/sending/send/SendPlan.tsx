import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'

import { numberText, useChoices, useT, useUser } from '#browser'

import { useFailureWord } from '../../leads/lead/status/FailureStatus.tsx'
import type { Send } from './send.ts'
import type { Weighed } from './weighed.ts'
import english from '../../translations/en/send_plan.json'

type Planned = Pick<Send, 'id' | 'department' | 'state' | 'plan' | 'others'>

/** Why a send went where it went, and not elsewhere (product.md 6.3): in a list only how many departments were weighed. */
export function SendPlan({ record, full }: { record: Planned; full?: boolean }) {
  const t = useT(english)
  const weighed = (record.plan ?? []) as readonly Weighed[]
  if (full) return <Departments record={record} weighed={weighed} />
  if (weighed.length === 0) return null
  const count = weighed.length
  return (
    <Link component={RouterLink} to={`/lead/history/${record.id}`}>
      {t('send_plan.weighed', { smart_count: count, count: numberText(count) })}
    </Link>
  )
}

interface DepartmentsProps {
  record: Planned
  weighed: readonly Weighed[]
}

function Departments({ record, weighed }: DepartmentsProps) {
  const t = useT(english)
  const mayOpen = useUser().permissions.has('broker.department.histories.view')
  const verdictOf = useVerdict(record)
  const { chosen } = useChoices(
    'broker_departments',
    weighed.map(({ department }) => department),
  )
  if (weighed.length === 0) return t('send_plan.none')
  return (
    <>
      {weighed.length > 1 && (
        <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
          {t('send_plan.order')}
        </Typography>
      )}
      <Box component="ol" sx={list}>
        {weighed.map((one, at) => {
          const name = chosen[at]?.label ?? `#${one.department}`
          const isHere = one.department === record.department
          return (
            <Box component="li" key={one.department} aria-current={isHere || undefined}>
              <Box component="span" sx={{ fontWeight: isHere ? 600 : undefined }}>
                {mayOpen ? (
                  <Link
                    component={RouterLink}
                    to={`/broker/department/${one.department}/histories/view`}
                  >
                    {name}
                  </Link>
                ) : (
                  name
                )}
              </Box>
              {': '}
              {verdictOf(one)}
            </Box>
          )
        })}
      </Box>
    </>
  )
}

/** Returns what tells in words what was thought of a department. */
function useVerdict({ department, state, others }: Planned): (one: Weighed) => string {
  const t = useT(english)
  const wordFor = useFailureWord()
  const next = (others ?? []) as readonly number[]
  return ({ department: id, reason, message }) => {
    const why = [reason && wordFor(reason), message].filter(Boolean).join(' – ')
    if (id === department) {
      if (!reason) return t('send_plan.chosen')
      return t(state === 'skipped' ? 'send_plan.nobody' : 'send_plan.chosen_later', { why })
    }
    if (next.includes(id)) return t(reason ? 'send_plan.next_later' : 'send_plan.next', { why })
    return reason ? t('send_plan.passed', { why }) : t('send_plan.able')
  }
}

const list = { m: 0, paddingInlineStart: 2.5, display: 'grid', gap: 0.5, whiteSpace: 'normal' }
