import { useFormContext } from 'react-hook-form'

import type { Resource } from '#schema'

import { useT } from '../../../client/i18n/texts.ts'
import { useNotifyResult } from '../../../ui/useNotifyResult.ts'
import type { Typed } from '../../forms/values/formValues.ts'
import { KeepAs } from '../../KeepAs.tsx'
import type { ImportOrder } from './mapping.ts'
import { templateOf, useTemplates } from './templates.ts'
import english from '../../../../texts/en/imports.json'

interface KeepProps {
  resource: Resource
  headers: readonly string[]
  orderOf(typed: Typed): { order: ImportOrder }
}

/** Keeps mapping and settings under a name, for the next file like this one. */
export function KeepTemplate({ resource, headers, orderOf }: KeepProps) {
  const t = useT(english)
  const told = useNotifyResult()
  const { getValues } = useFormContext<Typed>()
  const { keep } = useTemplates(resource)
  const save = (name: string) =>
    told(() => keep(templateOf(name, headers, orderOf(getValues()).order)))
  return <KeepAs label={t('keep_mapping_as')} button={t('keep')} max={80} onKeep={save} />
}
