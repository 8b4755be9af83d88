import { useEffect, useRef } from 'react'
import { useFormContext } from 'react-hook-form'

import { isSame } from '../../ui/fields/typed.ts'
import type { Typed } from './values/formValues.ts'

/** Puts what was revealed since into the inputs; what somebody has typed there meanwhile stays. */
export function RevealedInputs({ before }: { before: Typed }) {
  const { getValues, resetField } = useFormContext()
  const known = useRef(before)
  useEffect(() => {
    const earlier = known.current
    known.current = before
    for (const [name, value] of Object.entries(before)) {
      const isNew = !isSame(value, earlier[name])
      if (isNew && isSame(getValues(name), earlier[name])) resetField(name, { defaultValue: value })
    }
  }, [before, getValues, resetField])
  return null
}
