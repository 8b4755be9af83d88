import Button from '@mui/material/Button'
import { useFormContext } from 'react-hook-form'

import type { Typed } from '../forms/values/formValues.ts'
import { useT } from '../../client/i18n/texts.ts'
import english from '../../../texts/en/imports.json'

export function Back({ onBack }: { onBack(typed: Typed): void }) {
  const t = useT(english)
  const { getValues } = useFormContext<Typed>()
  return <Button onClick={() => onBack(getValues())}>{t('back')}</Button>
}

/** Takes the file in at once. */
export function WithoutCheck({ onSubmit }: { onSubmit(typed: Typed): object | undefined }) {
  const t = useT(english)
  const { handleSubmit, setError } = useFormContext<Typed>()
  const submit = handleSubmit((typed) => {
    for (const [name, message] of Object.entries(onSubmit(typed) ?? {})) {
      setError(name, { message: String(message) })
    }
  })
  return <Button onClick={() => void submit()}>{t('start_import')}</Button>
}
