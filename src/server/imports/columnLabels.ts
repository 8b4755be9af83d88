import { labelKey, type Resource } from '#schema'

import type { Backend } from '../kernel/backend.ts'

/** What the columns of files may be called, by the field: the labels in every language that people may choose. */
export async function columnLabels(
  resource: Resource,
  { business: { translations }, database: { sql } }: Backend,
): Promise<Record<string, string[]>> {
  if (!translations) return {}
  const outcomes = Object.keys(resource.import?.outcomes?.fields ?? {})
  const keys = [
    ...['id', ...Object.keys(resource.fields)].map((name) => [name, labelKey(resource, name)]),
    ...outcomes.map((name) => [name, `resources.${resource.name}.outcomes.fields.${name}`]),
  ]
  const labels: Record<string, string[]> = {}
  for (const language of Object.keys(await translations.languages(sql))) {
    const texts = await translations.texts(language, sql)
    for (const [name = '', key = ''] of keys) {
      const text = texts[key]
      if (text !== undefined) labels[name] = [...(labels[name] ?? []), text]
    }
  }
  return labels
}
