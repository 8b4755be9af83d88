import { useEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { fieldOf, fixedDefault, isMasked, mayRead, presetFrom, targetOf, type Field } from '#schema'

import { useProvider } from '../../browser/client/records/provider.ts'
import { useResourceNamed } from '../../browser/client/records/resources.ts'
import type { Row } from '../../browser/client/records/row.ts'
import { useUser } from '../../browser/client/session/user.ts'
import { isSame } from '../../browser/ui/fields/typed.ts'
import { controlsOf } from '../kind.browser.ts'

interface PresetProps {
  /** What stands beside the field, with its reference. */
  fields: Readonly<Record<string, Field>>
  field: Field
  /** Where its input stands in the form, and that of a field beside it. */
  placeOf(name: string): string
  name: string
  /** Only a reference that is chosen from now on gives it a value. */
  isLater?: boolean
}

/** Fills an input from the record that another input points at, until somebody types something else there. */
export function PresetInput({ fields, field, placeOf, name, isLater = false }: PresetProps) {
  const { reference = '', name: given = '' } = presetFrom(field) ?? {}
  const place = placeOf(name)
  const { getValues, setValue } = useFormContext()
  const id = useWatch({ name: placeOf(reference) })
  const user = useUser()
  const provider = useProvider()
  const source = fields[reference]
  const target = useResourceNamed((source && targetOf(source)) ?? '')
  const before = useRef<unknown>(fixedDefault(field) ?? null)
  const [first] = useState(id)
  useEffect(() => {
    const from = target && fieldOf(target, given)
    const isOpen = from && mayRead(user, from) && !isMasked(from)
    if (!isOpen || typeof id !== 'number' || target.access.show(user) === false) return undefined
    if (isLater && id === first) return undefined
    let isCurrent = true
    const fill = ({ data }: { data: Row }) => {
      if (!isCurrent || !isSame(getValues(place), before.current)) return
      const { write } = controlsOf(field)
      const value = data[given] ?? null
      before.current = value !== null && write ? write(value, field) : value
      setValue(place, before.current, { shouldDirty: true })
    }
    // Where it cannot be read, the input stays empty and the person who fills in the form does it.
    provider.getOne<Row>(target.name, { id }).then(fill, () => undefined)
    return () => void (isCurrent = false)
  }, [id, first, isLater, target, given, place, field, user, provider, getValues, setValue])
  return null
}
