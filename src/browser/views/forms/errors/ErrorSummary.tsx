import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import { useEffect, useEffectEvent, type RefObject } from 'react'
import { useFormState } from 'react-hook-form'

import { useT } from '../../../client/i18n/texts.ts'
import type { RecordPlace } from '../../../client/http/problem.ts'
import { focusField } from './fieldFocus.ts'
import { OpenInTheWay } from './ProblemAlert.tsx'
import english from '../../../../texts/en/records.json'

interface ErrorsProps {
  /** The fields of the form, in their order. */
  names: readonly string[]
  /** Holds the fields. */
  body: RefObject<HTMLElement | null>
}

interface SummaryProps extends ErrorsProps {
  labelOf(name: string): string
  /** The record for which it was refused. */
  inTheWay?: RecordPlace | undefined
}

/** What is wrong in a form, each error a link to its field. After a refusal the first wrong field has the focus. */
export function ErrorSummary({ labelOf, inTheWay, ...props }: SummaryProps) {
  const t = useT(english)
  const wrong = useErrors(props)
  if (wrong.length === 0) return null
  return (
    <Alert severity="error" tabIndex={-1} sx={{ mb: 2 }}>
      {t('need_attention', {
        count: wrong.length,
      })}
      <Box component="ul" sx={list}>
        {wrong.map((name) => (
          <li key={name}>
            <MuiLink
              href={`#${name}`}
              color="inherit"
              underline="always"
              onClick={(event) => {
                event.preventDefault()
                if (props.body.current) focusField(props.body.current, name)
              }}
            >
              {labelOf(name)}
            </MuiLink>
          </li>
        ))}
      </Box>
      {inTheWay && <OpenInTheWay {...inTheWay} />}
    </Alert>
  )
}

const list = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 2,
  m: 0,
  p: 0,
  listStyle: 'none',
  // A finger needs more room than a line of text.
  '& a': { display: 'inline-block', py: { xs: 1.25, sm: 0 } },
}

/** For a dialog of few fields: only the focus, no summary. */
export function ErrorFocus(props: ErrorsProps) {
  useErrors(props)
  return null
}

/** The wrong fields in their order. Each refusal gives the first the focus once its message has been drawn. */
function useErrors({ names, body }: ErrorsProps): string[] {
  const { errors, submitCount } = useFormState()
  const wrong = names.filter((name) => errors[name])
  const focusFirst = useEffectEvent(() => {
    const form = body.current
    if (!form) return
    const [first] = wrong
    if (first) focusField(form, first)
    else if (errors.root) form.querySelector<HTMLElement>('[role=alert]')?.focus()
  })
  useEffect(() => {
    if (submitCount > 0) focusFirst()
  }, [submitCount])
  return wrong
}
