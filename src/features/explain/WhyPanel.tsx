import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useContext, useState } from 'react'

import type { Decision } from '#contract'
import { operations, type Operation, type Resource } from '#schema'

import { Failed, Waiting } from '../../browser/ui/states/StatePanels.tsx'
import { problemOf } from '../../browser/client/http/problem.ts'
import { ResourcesContext } from '../../browser/client/records/resources.ts'
import { useNames, useT } from '../../browser/client/i18n/texts.ts'
import { useDecision, type Question } from './why.ts'
import { answerText, conditionText, operationText, remedyTexts } from './whyTexts.ts'
import english from '../../texts/permissions.json'

/** "Why can't I see this?": asks for a role what the gate would decide, and says it in words. */
export function WhyPanel({ role }: { role: number }) {
  const t = useT(english)
  const resources = useContext(ResourcesContext)
  const [question, setQuestion] = useState<Question>({
    resource: resources[0]?.name ?? '',
    operation: 'list',
    record: '',
  })
  const change = (changes: Partial<Question>) => setQuestion({ ...question, ...changes })
  const resource = resources.find(({ name }) => name === question.resource)
  return (
    <>
      <Box
        sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr 1fr' } }}
      >
        <TextField
          select
          size="small"
          label={t('why_screen')}
          value={question.resource}
          onChange={({ target }) => change({ resource: target.value })}
        >
          {resources.map((one) => (
            <MenuItem key={one.name} value={one.name}>
              <Many resource={one} />
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          size="small"
          label={t('why_act')}
          value={question.operation}
          onChange={({ target }) => change({ operation: target.value as Operation })}
        >
          {operations.map((one) => (
            <MenuItem key={one} value={one}>
              {operationText(t, one)}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          size="small"
          label={t('why_record')}
          value={question.record}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 15 } }}
          onChange={({ target }) => change({ record: target.value.replace(/\D/g, '') })}
        />
      </Box>
      {resource && <Verdict {...{ role, resource, question }} />}
    </>
  )
}

function Many({ resource }: { resource: Resource }) {
  return useNames(resource).many
}

interface VerdictProps {
  role: number
  resource: Resource
  question: Question
}

function Verdict({ role, resource, question }: VerdictProps) {
  const { data, error, refetch } = useDecision(role, question)
  return (
    <Box role="status" sx={{ mt: 1.5 }}>
      {error && <Failed problem={problemOf(error)} onRetry={() => void refetch()} />}
      {!error && !data && <Waiting />}
      {!error && data && <Words decision={data} resource={resource} question={question} />}
    </Box>
  )
}

const severities = { all: 'success', some: 'warning', none: 'error', never: 'info' } as const

function Words({
  decision,
  resource,
  question,
}: {
  decision: Decision
  resource: Resource
  question: Question
}) {
  const t = useT(english)
  const names = useNames(resource)
  const { only, fields } = decision
  const act = operationText(t, question.operation)
  const states = {
    hidden: t('why_hidden'),
    masked: t('why_masked'),
    read_only: t('why_read_only'),
  }
  const lines = [
    ...(only
      ? [
          t('why_only', {
            condition: conditionText(t, only, names.field),
          }),
        ]
      : []),
    ...remedyTexts(t, decision),
    ...fields.map(({ field, state, permission }) =>
      t('why_field', {
        field: names.field(field),
        state: states[state],
        permission,
      }),
    ),
  ]
  return (
    <Alert severity={decision.record === false ? 'error' : severities[decision.answer]}>
      {answerText(t, decision, { many: names.many, act })}
      {lines.length > 0 && (
        <Box component="ul" sx={{ m: 0, mt: 0.5, paddingInlineStart: 2.5 }}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Box>
      )}
    </Alert>
  )
}
