import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import { useGetOne } from 'react-admin'

import { useT, useUser } from '#browser'

import { useFailureWord } from '../../../leads/lead/status/FailureStatus.tsx'
import english from '../../../translations/en/console.json'
import type { Integration } from '../integration.ts'
import { CallText, Code, pretty, type ShownRequest } from './CallText.tsx'
import { MakeRule } from './MakeRule.tsx'
import { useIntegrationWords } from './useIntegrationWords.browser.ts'

export interface Tested {
  readonly send: number
  readonly request?: ShownRequest
  readonly answer?: {
    readonly kind: 'answer' | 'fault'
    readonly status?: number
    readonly body?: string
    readonly fault?: string
    readonly message?: string
    readonly ms: number
  }
  readonly outcome: Readonly<Record<string, string | number | boolean | undefined>>
  /** The rows of the rule that matched, counted from 1. */
  readonly rows: readonly number[]
  readonly proposal: Integration['rules']
}

const answerFields = ['api_lead_id', 'broker_status', 'message', 'price'] as const

/** What came of a test: the outcome, the rule that matched among the others, and what was read of the answer. */
export function TestAnswer({ tested, id }: { tested: Tested; id: number }) {
  const t = useT(english)
  const words = useIntegrationWords()
  const failureWord = useFailureWord()
  const mayRead = useUser().permissions.has('lead.history.payload.view')
  const { outcome, answer, rows, proposal, request } = tested
  // As the page of the integration has it, which is read anew after a test.
  const { data: record } = useGetOne<Integration>('send_integrations', { id })
  const [made, setMade] = useState<{ at: number; rule: string }>()
  const isGood = outcome['outcome'] === 'success'
  const hasId = outcome['api_lead_id'] !== undefined
  const status = outcome['failure_status']
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <Alert severity={isGood ? 'success' : 'warning'} role="status">
        {t(`integration.outcome_${String(outcome['outcome'])}` as 'integration.outcome_success')}
        {status && `: ${failureWord(String(status))}`}
      </Alert>
      {isGood && !hasId && <Alert severity="info">{t('integration.no_id')}</Alert>}
      {answerFields.map((name) =>
        outcome[name] === undefined ? null : (
          <Typography key={name} variant="body2">
            <b>{t(`integration.${name}`)}:</b> {String(outcome[name])}
          </Typography>
        ),
      )}
      {answer && (
        <section>
          <Typography variant="subtitle2" component="h3" gutterBottom>
            {t('integration.answer')}: {answer.status ?? answer.fault}, {answer.ms} ms
          </Typography>
          <Code text={pretty(answer.body ?? answer.message ?? '')} />
        </section>
      )}
      {record && (
        <section>
          <Typography variant="subtitle2" component="h3" gutterBottom>
            {t('integration.rules')}
          </Typography>
          <Box component="ol" sx={{ m: 0, paddingInlineStart: 3, typography: 'body2' }}>
            {record.rules.map((row, at) => {
              const text = words.rule(row)
              return (
                <Rule
                  key={text + String(at)}
                  text={text}
                  isHit={!made && rows.includes(at + 1)}
                  isMade={made?.at === at && made.rule === text}
                />
              )
            })}
          </Box>
        </section>
      )}
      {/* What is known for a success, with its ID, needs no other rule. */}
      {record && proposal.length > 0 && !(isGood && hasId) && (
        <MakeRule {...{ record, proposal, rows }} onMade={(at, rule) => setMade({ at, rule })} />
      )}
      {answer?.kind === 'answer' && !mayRead && !(isGood && hasId) && (
        <Alert severity="info">{t('integration.rule_needs_answer')}</Alert>
      )}
      {request && <CallText request={request} />}
    </Box>
  )
}

interface RuleProps {
  text: string
  /** The answer met it. */
  isHit: boolean
  /** It was made of the answer: it has the focus, which the button that made it has lost. */
  isMade: boolean
}

function Rule({ text, isHit, isMade }: RuleProps) {
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isMade) line.current?.focus()
  }, [isMade])
  return (
    <Box
      component="li"
      ref={line}
      tabIndex={isMade ? -1 : undefined}
      aria-current={isHit ? 'true' : undefined}
      sx={isHit || isMade ? { bgcolor: 'action.selected', fontWeight: 600 } : undefined}
    >
      {text}
    </Box>
  )
}
