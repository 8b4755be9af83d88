import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useEffect, useState, type RefObject } from 'react'

import { kindOf, type Resource } from '#schema'

import { useT } from '../../client/i18n/texts.ts'
import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/user.ts'
import { createPersistedState } from '../../client/storage/persisted.ts'
import english from '../../../texts/en/records.json'
import { isSame } from '../../ui/fields/typed.ts'
import { lacksParts } from '../../ui/states/messagePages.tsx'
import type { Typed } from './values/formValues.ts'
import type { FormField } from './values/formSections.ts'

/** What was typed into one form and not saved. It outlives a reload of the tab, and a sign-in of the same person. */
interface Draft {
  /** Whose form it is, of which record. */
  readonly place: string
  /** By field: what the input held at first, and what it holds. */
  readonly changes: Readonly<Record<string, readonly [before: unknown, typed: unknown]>>
}

const drafts = createPersistedState<Draft | undefined>('draft', {
  initial: undefined,
  storage: window.sessionStorage,
})

/** Once it is saved: the form of another one begins before the form that was saved is gone. */
export const forgetDraft = (): void => drafts.reset()

const pauseMs = 300

/** Returns where a form keeps what is typed: secrets and files nowhere. */
export function useDraftPlace(resource: Resource, record: Row | undefined): string {
  const { id } = useUser()
  return `${id} ${resource.name} ${record?.id ?? 'new'}`
}

/** What was typed there before the page was loaded anew, as far as the record is as it was; undefined for nothing. */
export function useStoredDraft(
  place: string,
  fields: readonly FormField[],
  before: Typed,
): Typed | undefined {
  const [kept] = useState(() => {
    const draft = drafts.read()
    if (draft?.place !== place) return undefined
    const entries = Object.entries(draft.changes).flatMap(([name, [first, typed]]) => {
      const isThere = fields.some((one) => one.name === name && isKept(one))
      return isThere && isSame(first, before[name]) ? [[name, typed] as const] : []
    })
    return entries.length > 0 ? Object.fromEntries(entries) : undefined
  })
  return kept
}

interface KeepProps {
  place: string
  fields: readonly FormField[]
  typed: Typed
  before: Typed
  isSaved: RefObject<boolean>
}

/** Keeps what is typed while the form stands. */
export function StoreDraft({ place, fields, typed, before, isSaved }: KeepProps) {
  useEffect(() => {
    const keep = () => {
      if (isSaved.current) return
      const changes = fields
        .filter((one) => isKept(one) && !isSame(typed[one.name], before[one.name]))
        .map(({ name }) => [name, [before[name] ?? null, typed[name] ?? null]] as const)
      if (changes.length > 0) drafts.write({ place, changes: Object.fromEntries(changes) })
      else if (drafts.read()) drafts.reset()
    }
    const timer = setTimeout(keep, pauseMs)
    return () => clearTimeout(timer)
  }, [place, fields, typed, before, isSaved])
  // A form that is left or saved takes its draft with it, not one that goes with a broken page; a reload asks nothing.
  useEffect(
    () => () => {
      if (isSaved.current || !lacksParts()) drafts.reset()
    },
    [isSaved],
  )
  return null
}

const isKept = ({ field }: FormField) => !kindOf(field).writeOnly && !kindOf(field).file

/** Says that what is in the inputs is not all from the record. */
export function DraftNotice({ onDiscard }: { onDiscard(): void }) {
  const t = useT(english)
  const [isOpen, setOpen] = useState(true)
  if (!isOpen) return null
  const discard = () => {
    setOpen(false)
    onDiscard()
  }
  return (
    <Alert
      severity="info"
      role="status"
      sx={{ mb: 2 }}
      action={
        <Button color="inherit" size="small" onClick={discard}>
          {t('draft_discard')}
        </Button>
      }
    >
      {t('draft_back')}
    </Alert>
  )
}
