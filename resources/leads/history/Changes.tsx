import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

import { useChoices } from '#browser'
import { ChangeTable } from '#browser/later'
import type { FieldChange } from '#contract'
import { targetOf, type Field, type Resource } from '#schema'

interface Entry {
  readonly detail: unknown
}

/** Each field that an action changed on a record of the resource, with its value before and after. */
export function Changes({ resource, record }: { resource: Resource; record: Entry }) {
  const { changes } = record.detail as { readonly changes: readonly FieldChange[] }
  const fields: Readonly<Record<string, Field>> = resource.fields
  const pointing = changes.flatMap(({ field, before, after }): Pointing[] => {
    const target = fields[field] && targetOf(fields[field])
    const ids = [before, after].flat().filter((one) => typeof one === 'number')
    return target && ids.length > 0 ? [{ field, target, ids: [...new Set(ids)] }] : []
  })
  return (
    <Named pointing={pointing}>
      {(labels) => (
        <Box sx={{ minWidth: { sm: 440 }, py: { sm: 1 } }}>
          <ChangeTable resource={resource} changes={changes} labels={labels} />
        </Box>
      )}
    </Named>
  )
}

interface Pointing {
  readonly field: string
  readonly target: string
  readonly ids: readonly number[]
}

type Labels = Readonly<Record<string, Readonly<Record<string, string>>>>

interface NamedProps {
  pointing: readonly Pointing[]
  labels?: Labels
  children: (labels: Labels) => ReactNode
}

const unnamed: Labels = {}

/** Asks for the names of what one field points at, and then for those of the next. */
function Named({ pointing: [first, ...rest], labels = unnamed, children }: NamedProps) {
  return first ? (
    <NamedField key={first.field} {...{ first, rest, labels }}>
      {children}
    </NamedField>
  ) : (
    children(labels)
  )
}

interface FieldProps extends Required<Omit<NamedProps, 'pointing'>> {
  first: Pointing
  rest: readonly Pointing[]
}

function NamedField({ first: { field, target, ids }, rest, labels, children }: FieldProps) {
  const { chosen } = useChoices(target, ids)
  const own = Object.fromEntries(chosen.map(({ id, label }) => [id, label]))
  return (
    <Named pointing={rest} labels={{ ...labels, [field]: own }}>
      {children}
    </Named>
  )
}
