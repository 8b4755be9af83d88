import { useEffect, useRef } from 'react'
import { useInput } from 'react-admin'

import type { Field } from '#schema'

import { controlsOf } from '../../../../kinds/kinds.controls.browser.ts'

interface PickedProps {
  name: string
  field: Field
  submit(): void
}

/** Where one choice is the whole answer, it is saved as soon as it is made. */
export function SaveWhenPicked({ name, field, submit }: PickedProps) {
  const { isPicked } = controlsOf(field)
  const { field: input, fieldState } = useInput({ source: name })
  const run = useRef(submit)
  useEffect(() => {
    run.current = submit
  })
  const picked = isPicked && fieldState.isDirty ? JSON.stringify(input.value) : undefined
  useEffect(() => {
    if (picked !== undefined) run.current()
  }, [picked])
  return null
}
