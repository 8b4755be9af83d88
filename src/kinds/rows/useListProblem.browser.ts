import { useEffect } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'

/** What is wrong with the list itself, not with one of its cells, until it is changed: it would keep the form from being sent. */
export function useListProblem(name: string): string | undefined {
  const { clearErrors, subscribe } = useFormContext()
  const { errors } = useFormState()
  const error = errors[name]
  const found = error?.message ?? error?.root?.message
  const isWrong = typeof found === 'string'
  useEffect(() => {
    if (!isWrong) return undefined
    const clear = ({ name: changed }: { name?: string }) => {
      if (changed === name || changed?.startsWith(`${name}.`)) clearErrors(name)
    }
    return subscribe({ formState: { values: true }, callback: clear })
  }, [isWrong, name, clearErrors, subscribe])
  return isWrong ? found : undefined
}
