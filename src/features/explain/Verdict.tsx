import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'

import type { Decision } from '#contract'
import type { Operation, Resource } from '#schema'

import { useT, useNames } from '../../browser/client/i18n/texts.ts'
import english from '../../texts/en/permissions.json'
import { useLoaded } from '../../browser/ui/states/useLoaded.tsx'
import { answerText, conditionText, fieldTexts, operationText, remedyTexts } from './whyTexts.ts'
import { useApiQuery } from '../../browser/client/records/useApiQuery.ts'

interface VerdictProps {
  path: string
  resource: Resource
  question: Question
}

export function Verdict({ path, resource, question }: VerdictProps) {
  const { data, pending } = useLoaded(useDecision(path, question))
  return (
    <Box role="status" sx={{ mt: 1.5 }}>
      {pending || (data && <DecisionText decision={data} {...{ resource, question }} />)}
    </Box>
  )
}

const severities = { all: 'success', some: 'warning', none: 'error', never: 'info' } as const

type DecisionTextProps = Omit<VerdictProps, 'path'> & { decision: Decision }

function DecisionText({ decision, resource, question }: DecisionTextProps) {
  const t = useT(english)
  const names = useNames(resource)
  const { only, fields } = decision
  const operation = operationText(t, question.operation)
  const lines = [
    ...(only ? [t('why_only', { condition: conditionText(t, only, names.field) })] : []),
    ...remedyTexts(t, decision),
    ...fieldTexts(t, fields, names.field),
  ]
  return (
    <Alert severity={decision.record === false ? 'error' : severities[decision.answer]}>
      {answerText(t, decision, { many: names.many, act: operation })}
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

export interface Question {
  readonly resource: string
  readonly operation: Operation
  /** Digits, or empty. */
  readonly record: string
}

function useDecision(path: string, { resource, operation, record }: Question) {
  const query = new URLSearchParams({ resource, operation, ...(record && { record }) })
  return useApiQuery<Decision>({
    queryKey: ['roles', 'why', path, String(query)],
    path: `${path}?${query}`,
  })
}
