import { useEffect, useRef } from 'react'
import { useNotify } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'

import { useProvider, useT } from '#browser'

import english from '../../../translations/en/console.json'
import { integration } from '../integration.ts'

interface Template {
  readonly template: string
  readonly values: Readonly<Record<string, unknown>>
}

/** A template that somebody chooses fills the rest of the form, which stays theirs to change (product.md 7.7). */
export function useTemplate(): void {
  const t = useT(english)
  const provider = useProvider()
  const notify = useNotify()
  const { setValue } = useFormContext()
  const chosen: unknown = useWatch({ name: 'template' })
  const last = useRef(chosen)
  useEffect(() => {
    if (chosen === last.current) return
    const isFirst = last.current === undefined
    last.current = chosen
    if (isFirst || typeof chosen !== 'string' || chosen === 'custom') return
    const fill = async () => {
      const { data } = await provider.call<Template[]>('GET', '/send/integration/template/all')
      const found = data.find(({ template }) => template === chosen)
      if (!found || last.current !== chosen) return
      for (const [name, value] of Object.entries(found.values)) {
        if (name in integration.fields) setValue(name, typedValue(value), { shouldDirty: true })
      }
      notify(t('integration.filled'))
    }
    void fill()
  }, [chosen, provider, setValue, notify, t])
}

/** Numbers are typed as text. */
export const typedValue = (value: unknown) => (typeof value === 'number' ? String(value) : value)
