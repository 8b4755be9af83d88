import { useQuery } from '@tanstack/react-query'

import type { ImportFound, ImportTemplate } from '#contract'
import {
  importableNames,
  importForm,
  mayJoin,
  type ColumnLabels,
  type Mapping,
  type Resource,
  type User,
} from '#schema'

import { useApiQuery } from '../../../client/records/useApiQuery.ts'
import { useProvider } from '../../../client/records/provider.ts'
import type { Reading } from '../file/reading.ts'
import type { ImportOrder } from './mapping.ts'

/** How somebody has files taken in, kept under a name. */
export type Template = ImportTemplate

const pathOf = ({ api }: Resource) => `/${api}/import/template`

/** The id of a template that is kept nowhere. */
export const unkept = 0

/** How an own import was ordered, for the file of its refused rows, which has its number in its name. */
export function useEarlierOrder(resource: Resource, fileName: string): Template | undefined {
  const [, id] = /^import-(\d+)-refused\b/.exec(fileName) ?? []
  const { data: found } = useApiQuery<ImportFound>({
    queryKey: ['import', resource.name, Number(id)],
    path: `/${resource.api}/import/${id}`,
    enabled: id !== undefined,
  })
  if (!found?.order) return undefined
  const { name, headers, order, mode, duplicates } = found
  return { id: unkept, ...templateOf(name, headers, { ...order, mode, duplicates }) }
}

/** The own templates, the change of them, and their forgetting; with what columns are called in every language. */
export function useTemplates(resource: Resource) {
  const provider = useProvider()
  const path = pathOf(resource)
  const { data, refetch } = useQuery({
    queryKey: ['import_templates', resource.api],
    queryFn: () => provider.call<Template[], { columns?: ColumnLabels }>('GET', path),
    retry: false,
  })
  return {
    templates: data?.data ?? [],
    columns: data?.columns,
    async keep(template: Omit<Template, 'id'>) {
      const { message } = await provider.call('POST', path, template)
      await refetch()
      return message
    },
    async drop({ id }: Template) {
      const { message } = await provider.call('DELETE', `${path}/${id}`)
      await refetch()
      return message
    },
  }
}

/** The template kept for such a file: it has all columns of it, and of these no fewer fields than a guess finds. */
export function templateFor(
  templates: readonly Template[],
  headers: readonly string[],
  guessed: Mapping,
): Template | undefined {
  const least = guessed.filter((name) => name !== null).length
  const sizeOf = ({ columns }: Template) => Object.keys(columns).length
  return templates
    .filter((one) => sizeOf(one) >= least)
    .filter(({ columns }) => Object.keys(columns).every((header) => headers.includes(header)))
    .toSorted((one, other) => sizeOf(other) - sizeOf(one))[0]
}

/** The mapping that a template makes for a file: headers that it does not know are left out. */
export function mappedBy(
  { columns, mode }: Template,
  headers: readonly string[],
  resource: Resource,
  user: User,
): Mapping {
  const known = new Set(importableNames(resource, user, mode))
  const form = importForm(resource, mode)
  const taken = new Set<string>()
  return headers.map((header) => {
    const name = columns[header]
    if (name === undefined || !known.has(name)) return null
    if (taken.has(name) && !mayJoin(form, name)) return null
    taken.add(name)
    return name
  })
}

/** What is kept of an order for the next file like this one. */
export function templateOf(
  name: string,
  headers: readonly string[],
  {
    mapping,
    settings,
    date_order,
    decimal_sign,
    mode,
    duplicates,
    ...read
  }: Omit<ImportOrder, 'note' | keyof Reading> & Partial<Reading>,
): Omit<Template, 'id'> {
  const columns = mapping.flatMap((field, index) => {
    const header = headers[index]
    return field !== null && header ? [[header, field] as const] : []
  })
  return {
    name,
    columns: Object.fromEntries(columns),
    settings,
    date_order,
    decimal_sign,
    mode,
    duplicates,
    ...readingOf(read),
  }
}

/** How a file of text was cut into cells, for the next one like it. */
function readingOf({
  delimiter,
  quote,
  escape,
  ignore_first_line,
  spreadsheet,
}: Partial<Reading>): Pick<Template, 'reading'> {
  if (spreadsheet || delimiter === undefined || quote === undefined) return {}
  return {
    reading: {
      delimiter,
      quote,
      escape: escape ?? '"',
      ignore_first_line: ignore_first_line ?? true,
    },
  }
}
