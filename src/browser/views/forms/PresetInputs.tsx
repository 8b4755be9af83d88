import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { isMasked, mayRead, presetFrom, targetOf, type Resource } from '#schema'

import { controlsOf } from '../../../kinds/kinds.controls.browser.ts'
import { useProvider } from '../../client/records/provider.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/session.ts'
import { type FormField, isSame } from './formValues.ts'

interface InputsProps {
  resource: Resource
  fields: readonly FormField[]
}

/** Fills inputs of a new record from the records that other inputs point at, until somebody types something else there. */
export function PresetInputs({ resource, fields }: InputsProps) {
  return fields.map((one) => <PresetInput key={one.name} {...{ resource, one }} />)
}

function PresetInput({ resource, one: { name, field } }: { resource: Resource; one: FormField }) {
  const { reference = '', name: given = '' } = presetFrom(field) ?? {}
  const { getValues, setValue } = useFormContext()
  const id = useWatch({ name: reference })
  const user = useUser()
  const provider = useProvider()
  const source = fields(resource)[reference]
  const target = useResourceNamed((source && targetOf(source)) ?? '')
  const before = useRef<unknown>(null)
  useEffect(() => {
    const from = target && fields(target)[given]
    const isOpen = from && mayRead(user, from) && !isMasked(from)
    if (!isOpen || typeof id !== 'number' || target.access.show(user) === false) return undefined
    let isCurrent = true
    const fill = ({ data }: { data: Row }) => {
      if (!isCurrent || !isSame(getValues(name), before.current)) return
      const { write } = controlsOf(field)
      const value = data[given] ?? null
      before.current = value !== null && write ? write(value, field) : value
      setValue(name, before.current, { shouldDirty: true })
    }
    // Where it cannot be read, the input stays empty and whoever fills in the form does it.
    provider.getOne<Row>(target.name, { id }).then(fill, () => undefined)
    return () => void (isCurrent = false)
  }, [id, target, given, name, field, user, provider, getValues, setValue])
  return null
}

const fields = (resource: Resource): Resource['fields'] => resource.fields
