import { useMemo } from 'react'

import type { Resource } from '#schema'

import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/user.ts'
import type { Views } from '../resourceViews.ts'
import { openedRecord, useOpened, useRevealed } from '../reveal/revealed.tsx'
import type { Over } from './useSend.tsx'
import { formSections, type FormField, type FormSection } from './values/formSections.ts'
import { typedOf } from './values/formValues.ts'

interface FormOf {
  resource: Resource
  views?: Views<Resource>
  record?: Row
  defaults?: Readonly<Record<string, unknown>>
}

/** What a form asks for and what its inputs hold first, with what was revealed of its record. */
export function useFormFields({ resource, views, record: masked, defaults }: FormOf) {
  const record = useOpened(masked)
  const revealed = useRevealed()
  const user = useUser()
  const fixed = useFixed(views, record)
  const sections = useMemo(
    () => formSections(resource, user, record, fixed),
    [resource, user, record, fixed],
  )
  const fields = useMemo(() => writableOf(sections), [sections])
  const before = useMemo(
    () => typedOf(fields, record, defaults, user),
    [fields, record, defaults, user],
  )
  /** The same over the record as another has changed it. */
  const overOf = (latest: Row): Over => {
    const opened = openedRecord(latest, revealed.of(latest.id))
    const all = writableOf(formSections(resource, user, opened, fixed))
    return { fields: all, record: opened, before: typedOf(all, opened) }
  }
  return { record, sections, fields, before, overOf }
}

const writableOf = (sections: readonly FormSection[]): FormField[] =>
  sections.flatMap((one) => one.fields).filter(({ isWritable }) => isWritable)

/** The same object as long as nothing in it changes: what is typed must not be undone by a reason. */
function useFixed(views: Views<Resource> | undefined, record: Row | undefined) {
  // Of a form with a record all its life, or without one.
  const useOwn = (record && views?.useFixed) ?? nothing
  const text = JSON.stringify(useOwn(record as never))
  return useMemo((): Readonly<Record<string, string>> => JSON.parse(text), [text])
}

const nothing = () => ({})
