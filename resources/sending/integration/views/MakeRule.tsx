import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useRefresh } from 'react-admin'

import { Failed, problemOf, useProvider, useT } from '#browser'
import { Select, SteadyButton } from '#browser/later'

import english from '../../../translations/en/console.json'
import type { Integration } from '../integration.ts'
import { useIntegrationWords } from './useIntegrationWords.browser.ts'

const outcomes = [
  'success',
  'duplicate',
  'rejected',
  'capacity',
  'auth',
  'retry',
  'unknown',
] as const

/** A yes or a no of the broker says enough where it means just that; another meaning holds for the given reason alone. */
function rowsFor(outcome: Integration['rules'][number]['outcome'], rows: Integration['rules']) {
  const isPlain = outcome === 'success' || outcome === 'rejected'
  return isPlain && rows[0]?.look_at !== 'status' ? rows.slice(0, 1) : rows
}

interface MakeRuleProps {
  record: Integration
  proposal: Integration['rules']
  rows: readonly number[]
  /** The rule is saved: where it stands among the others, and in words. */
  onMade(at: number, rule: string): void
}

/** Makes a rule of an answer: before the one that matched, or behind them all. */
export function MakeRule({ record, proposal, rows, onMade }: MakeRuleProps) {
  const t = useT(english)
  const words = useIntegrationWords()
  const provider = useProvider()
  const refresh = useRefresh()
  // Where the answer does not tell what it means, a person has to.
  const [outcome, setOutcome] = useState(
    proposal[0]?.outcome === 'unknown' ? null : (proposal[0]?.outcome ?? null),
  )
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open')
  const [refusal, setRefusal] = useState<ReturnType<typeof problemOf>>()
  const made = rowsFor(outcome, proposal).map((row, at) => (at === 0 ? { ...row, outcome } : row))
  const at = rows[0] === undefined ? record.rules.length : rows[0] - 1
  const isThere = made.every((row, place) => {
    const held = record.rules[at + place]
    return held !== undefined && words.rule(held) === words.rule(row)
  })
  const save = async () => {
    setState('busy')
    const rules = [...record.rules.slice(0, at), ...made, ...record.rules.slice(at)]
    try {
      await provider.call('PUT', `/send/integration/${record.id}`, {
        rules,
        version: record.version,
      })
      setState('done')
      if (made[0]) onMade(at, words.rule(made[0]))
      refresh()
    } catch (failure) {
      const problem = problemOf(failure)
      const message = [problem.message, ...Object.values(problem.errors)].join(' ')
      setRefusal({ ...problem, message })
      setState('open')
    }
  }
  if (state === 'done') return <Alert severity="success">{t('integration.rule_made')}</Alert>
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="subtitle2" component="h3">
        {t('integration.make_rule')}
      </Typography>
      {refusal && <Failed problem={refusal} />}
      {record.state === 'active' && (
        <Alert severity="warning">{t('integration.change_stops')}</Alert>
      )}
      {made.map((row) => (
        <Typography key={words.rule(row)} variant="body2">
          {words.rule({ ...row, outcome: null })}
        </Typography>
      ))}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <Select
          margin="dense"
          label={t('integration.means')}
          value={outcome ?? ''}
          options={outcomes.map((one) => [one, t(`integration.outcome_${one}`)])}
          onChange={(chosen) => setOutcome(chosen as typeof outcome)}
          sx={{ minWidth: 180 }}
        />
        <SteadyButton
          variant="outlined"
          onClick={() => void save()}
          isOff={state === 'busy' || isThere || outcome === null}
        >
          {t('integration.add_rule')}
        </SteadyButton>
      </Box>
    </Box>
  )
}
