import type { Found, FoundOf } from '#contract'
import {
  kindOf,
  mayRead,
  ownSearched,
  searchForm,
  searchWords,
  titleFields,
  titleText,
  type Field,
  type Resource,
  type User,
} from '#schema'

import { maxRecords } from './statement.server.ts'
import { selectionOf, type Row } from '../../server/records/read/select.ts'
import type { Asker } from '../../server/records/read/admit.ts'

export function foundOf(
  { backend, user }: Asker,
  resource: Resource,
  rows: Row[],
  searchText: string,
): FoundOf {
  const { present } = selectionOf(backend, resource, user)
  const records = rows.slice(0, maxRecords).map((row): Found => {
    const record = present(row)
    return {
      id: Number(record['id']),
      title: titleOf(resource, record),
      detail: detailOf(resource, user, record, searchText),
      open: viewOf(resource, row),
      embed: Object.fromEntries(
        (resource.withTitle ?? [])
          .filter((name) => record[name] !== undefined)
          .map((name) => [name, record[name]]),
      ),
    }
  })
  return { resource: resource.name, records, has_more: rows.length > maxRecords }
}

/** What a record is called, in the user's eyes. */
function titleOf(resource: Resource, record: Row): string {
  const labels = record['labels'] as Record<string, { label?: unknown } | null>
  const title = titleText(resource, (name) => {
    const one = labels[name]?.label ?? record[name]
    return typeof one === 'string' || typeof one === 'number' ? one : undefined
  })
  return title.trim() || `#${String(record['id'])}`
}

const longestDetail = 120

/**
 * Who looks a record up by a whole value sees that value, and who looks for a number sees the number that was found; else
 * the first of the searched texts stands for the rest.
 */
function detailOf(resource: Resource, user: User, record: Row, text: string): string | null {
  const terms = searchWords(text)
  const isNumber = terms.some((word) => /^\+?\d{6,15}$/.test(word))
  const isAsked = (name: string) => terms.includes(String(record[name]))
  const isWhole = (field: Field) => searchForm(field) === 'exact'
  const place = (field: Field) =>
    isWhole(field) ? 0 : isNumber && kindOf(field).isFragment === undefined ? 2 : 1
  const titles = titleFields(resource)
  const texts = ownSearched(resource)
    .filter(([name]) => !titles.includes(name))
    .filter(([name, field]) => !isWhole(field) || isAsked(name))
    .filter(([, field]) => mayRead(user, field) && !kindOf(field).writeOnly)
    .toSorted(([, one], [, other]) => place(one) - place(other))
    .map(([name]) => record[name])
  const shown = texts.find((one) => typeof one === 'string' && one !== '')
  return typeof shown === 'string' ? shown.slice(0, longestDetail) : null
}

/** The view that a click on a record in a list opens. */
function viewOf({ routes, operations }: Resource, row: Row): Found['open'] {
  const mayShow = row['~show'] === true && operations.includes('show')
  if (mayShow && routes.show) return 'show'
  if (row['~edit'] === true && operations.includes('edit')) return 'edit'
  return mayShow ? 'show' : null
}
