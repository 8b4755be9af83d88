import { useNotify } from 'react-admin'

import type { Resource } from '#schema'

import { problemOf } from '../../../client/http/problem.ts'
import { useT } from '../../../client/i18n/texts.ts'
import { KeepAs } from '../../KeepAs.tsx'
import type { ImportOrder } from './mapping.ts'
import { templateOf, useTemplates } from './templates.ts'
import english from '../../../../texts/en/imports.json'

interface KeepProps {
  resource: Resource
  headers: readonly string[]
  /** The order as it stands; undefined while something in it is missing. */
  orderOf(): ImportOrder | undefined
}

/** Keeps mapping and settings under a name, for the next file like this one. */
export function KeepTemplate({ resource, headers, orderOf }: KeepProps) {
  const t = useT(english)
  const notify = useNotify()
  const { keep } = useTemplates(resource)
  const save = async (name: string) => {
    const order = orderOf()
    if (!order) return false
    try {
      const message = await keep(templateOf(name, headers, order))
      notify(message ?? '', { type: 'success' })
      return true
    } catch (error) {
      notify(problemOf(error).message, { type: 'error' })
      return false
    }
  }
  return <KeepAs label={t('keep_mapping_as')} button={t('keep')} max={80} onKeep={save} />
}
