import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import { useEffect, useEffectEvent, type RefObject } from 'react'
import { useFormState } from 'react-hook-form'
import { Link } from 'react-router-dom'

import { useT, useMessage } from '../../client/i18n/texts.ts'
import { fieldAt, inTheWayOf, type Problem, type RecordPlace } from '../../client/http/problem.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import { useUser } from '../../client/session/user.ts'
import { openPath } from '../rows/cells/cells.tsx'
import english from '../../../texts/en/records.json'

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

/** A link to the record for which something was refused, beside what was typed. */
function OpenInTheWay({ resource: name, id }: RecordPlace) {
  const t = useT()
  const resource = useResourceNamed(name)
  const user = useUser()
  const path = resource && openPath(resource, user, { id })
  if (path === undefined) return null
  return (
    <MuiLink component={Link} to={path} target="_blank" color="inherit" sx={apart}>
      {`${t('open')} #${id}`}
    </MuiLink>
  )
}

const apart = { display: 'inline-block', mt: 0.5, textDecoration: 'underline' }

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

interface ProblemProps {
  problem: Problem
  /** Names the fields on a page that has none of them: what is wrong with each is said in the place of the message. */
  labelOf?(name: string): string
}

/** A refusal that stands under no field. That the session has ended is said once, for the whole page. */
export function ProblemAlert({ problem, labelOf }: ProblemProps) {
  const messageText = useMessage()
  if (problem.status === 401) return null
  const details = Object.entries(problem.errors).filter(([, one]) => one !== problem.message)
  const texts = details.map(([name, one]) =>
    labelOf ? `${labelOf(fieldAt(name))}: ${messageText(one)}.` : messageText(one),
  )
  const inTheWay = inTheWayOf(problem)
  const isSaidByField = labelOf && texts.length > 0
  return (
    <Alert severity="error" tabIndex={-1} sx={{ mb: 2 }}>
      {(isSaidByField ? texts : [messageText(problem.message), ...texts]).join(' ')}
      {inTheWay && <OpenInTheWay {...inTheWay} />}
    </Alert>
  )
}

const inputs =
  'input:not([type=hidden], [aria-hidden=true], :disabled), textarea:not([aria-hidden=true], :disabled), [role=combobox], [role=checkbox], button'

/** The part of a form that belongs to a field. */
const boxOf = (form: HTMLElement, name: string) =>
  form.querySelector<HTMLElement>(`[data-field="${name}"]`)

/** Gives a field's input the focus and brings it into view with its message; a fold or a tab around it opens. */
export function focusField(form: HTMLElement, name: string): void {
  const box = boxOf(form, name)
  const wrong = box?.querySelector<HTMLElement>('[aria-invalid=true]:not([aria-hidden=true])')
  let fold = (wrong ?? box)?.closest('details')
  for (; fold; fold = fold.parentElement?.closest('details')) fold.open = true
  const panel = box?.closest<HTMLElement>('[role=tabpanel][hidden]')
  if (panel) openTab(panel)
  const input = wrong ?? box?.querySelector<HTMLElement>(inputs)
  input?.focus({ preventScroll: true })
  box?.scrollIntoView({ block: 'center' })
}

/** Shows a panel in the place of that beside it, so that its inputs can have the focus now, and chooses its tab. */
function openTab(panel: HTMLElement): void {
  for (const one of panel.parentElement?.querySelectorAll<HTMLElement>(
    ':scope > [role=tabpanel]',
  ) ?? [])
    one.hidden = one !== panel
  document.getElementById(panel.getAttribute('aria-labelledby') ?? '')?.click()
}

/** The first input has the focus, as soon as it can be used; a finger would only get the keyboard over the form. */
export function useFirstFocus(body: RefObject<HTMLElement | null>, isReady = true): void {
  useEffect(() => {
    const dialog = body.current?.closest<HTMLElement>('[role=dialog], main')
    const isTouched = window.matchMedia('(hover: none)').matches
    if (isReady && body.current && dialog && !isTouched) focusFirstField(body.current, dialog)
  }, [body, isReady])
}

/** Gives the first input of a form that can be seen the focus, unless something in its dialog has been given it already. */
function focusFirstField(form: HTMLElement, dialog: HTMLElement): void {
  const here = document.activeElement
  const isGiven = form.contains(here) || (dialog.contains(here) && here?.closest('form'))
  if (here?.matches(inputs) && isGiven) return
  const all = form.querySelectorAll<HTMLElement>(`[data-field] :is(${inputs})`)
  const first = [...all].find((input) => !input.closest('[hidden]'))
  first?.focus({ preventScroll: true })
}
