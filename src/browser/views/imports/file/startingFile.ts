import { importableNames, type Field, type Resource, type User } from '#schema'

import { csvLines } from '../../../../csv/csvText.ts'
import { controlsOf } from '../../../../kinds/kinds.controls.browser.ts'

/** A file to start from: the names of the fields that an import takes, and a row that shows how they are written. */
export function startingFile(resource: Resource, user: User): [file: Blob, name: string] {
  const names = importableNames(resource, user)
  const example = names.map((name) => {
    const field: Field = resource.fields[name]
    return controlsOf(field).example?.(field) ?? ''
  })
  const text = `\uFEFF${csvLines([names, example], '\r\n')}`
  return [new Blob([text], { type: 'text/csv' }), `${resource.name}-import.csv`]
}
