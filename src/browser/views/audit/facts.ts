import { sentence } from '#schema'

import { listText } from '../../client/i18n/formats.ts'
import { useT } from '../../client/i18n/texts.ts'
import english from '../../../texts/history.json'

/** The names of what an act says of itself, in the user's language; English for those of a business. */
export function useFactNames(): (name: string) => string {
  const t = useT(english)
  const names: Readonly<Record<string, string>> = {
    columns: t('facts.columns'),
    email: t('facts.email'),
    ended: t('facts.ended'),
    field: t('facts.field'),
    fields: t('facts.fields'),
    file: t('facts.file'),
    filter: t('facts.filter'),
    ids: t('facts.ids'),
    masked: t('facts.masked'),
    method: t('facts.method'),
    path: t('facts.path'),
    permissions: t('facts.permissions'),
    rows: t('facts.rows'),
    search: t('facts.search'),
    size: t('facts.size'),
    sort: t('facts.sort'),
    unsaid: t('facts.unsaid'),
    values: t('facts.values'),
  }
  return (name) => names[name] ?? sentence(name)
}

export function factText(value: unknown): string {
  if (Array.isArray(value)) return listText(value.map(factText))
  if (typeof value !== 'object' || value === null) return String(value ?? '—')
  return listText(Object.entries(value).map(([name, one]) => `${name} = ${factText(one)}`))
}
