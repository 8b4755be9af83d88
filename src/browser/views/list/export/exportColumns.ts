import { kindOf, titleColumnFields, type Resource } from '#schema'

import { readableFields } from '../../../client/records/permitted.ts'
import { useUser } from '../../../client/session/user.ts'
import { useChosenColumns } from './useChosenColumns.ts'

/** The columns of an export of records. */
export function useExportColumns(resource: Resource, listed: readonly string[]) {
  const all = useExportable(resource)
  const shown = wholeTitle(resource, listed).filter((name) => all.includes(name))
  return useChosenColumns(resource.name, { all, shown })
}

/** The fields of the columns: a file has one for each field of the title. */
function wholeTitle(resource: Resource, shown: readonly string[]): string[] {
  const title = titleColumnFields(resource)
  return shown.flatMap((name) => (name === title[0] ? title : name))
}

/** The fields that can stand in a file at all. */
function useExportable(resource: Resource): string[] {
  const names = ['id', ...Object.keys(resource.fields), 'created_at', 'updated_at']
  return readableFields(resource, useUser(), names)
    .filter(({ field }) => !kindOf(field).writeOnly && !field.options.outOfFiles)
    .map(({ name }) => name)
}
