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

/** What a template has put into a field, and what stood there before. */
interface Filled {
  readonly before: unknown
  readonly value: unknown
}

/**
 * A template that somebody chooses fills the rest of the form, which stays theirs to change (product.md 7.7). What only the
 * one chosen before has filled goes again.
 */
export function useTemplate(): void {
  const t = useT(english)
  const provider = useProvider()
  const notify = useNotify()
  const { getValues, setValue } = useFormContext()
  const chosen: unknown = useWatch({ name: 'template' })
  const last = useRef(chosen)
  const filled = useRef(new Map<string, Filled>())
  useEffect(() => {
    if (chosen === last.current) return
    const isFirst = last.current === undefined
    last.current = chosen
    if (isFirst || typeof chosen !== 'string' || chosen === 'custom') return
    const fill = async () => {
      const { data } = await provider.call<Template[]>('GET', '/send/integration/template/all')
      const found = data.find(({ template }) => template === chosen)
      if (!found || last.current !== chosen) return
      const values = new Map(
        Object.entries(found.values)
          .filter(([name]) => name in integration.fields)
          .map(([name, value]) => [name, typedValue(value)]),
      )
      for (const [name, { before, value }] of filled.current) {
        // What somebody has changed since is theirs.
        const isOurs = JSON.stringify(getValues(name)) === JSON.stringify(value)
        if (isOurs && !values.has(name)) setValue(name, before, { shouldDirty: true })
      }
      const beforeOf = (name: string) => filled.current.get(name)?.before ?? getValues(name)
      filled.current = new Map(
        [...values].map(([name, value]) => [name, { before: beforeOf(name), value }]),
      )
      for (const [name, value] of values) setValue(name, value, { shouldDirty: true })
      notify(t('integration.filled'))
    }
    void fill()
  }, [chosen, provider, getValues, setValue, notify, t])
}

/** Numbers are typed as text. */
export const typedValue = (value: unknown) => (typeof value === 'number' ? String(value) : value)
