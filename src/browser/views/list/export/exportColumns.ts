import { useState } from 'react'
import { useStore } from 'react-admin'

import { kindOf, titleColumnFields, type Resource } from '#schema'

import { readableFields } from '../../../client/records/permitted.ts'
import { useUser } from '../../../client/session/user.ts'

/** Columns that somebody has kept under a name. */
export type ColumnSets = Readonly<Record<string, readonly string[]>>

/** What goes into a file: what is shown, everything, columns that are picked, or a set that was kept (`set:NAME`). */
export type Which = 'shown' | 'all' | 'picked' | `set:${string}`

const none: ColumnSets = {}

/** Most sets that a person keeps for one list. */
const maxSets = 20

/** The columns of an export: which there are, which were chosen, and the sets that a person keeps. */
export function useExportColumns(resource: Resource, shown: readonly string[]) {
  const all = useExportable(resource)
  const [sets, setSets] = useStore<ColumnSets>(`${resource.name}.export_sets`, none)
  const [which, setWhich] = useState<Which>('shown')
  const now = wholeTitle(resource, shown).filter((name) => all.includes(name))
  const [picked, setPicked] = useState<readonly string[]>(now)
  const set = which.startsWith('set:') ? sets[which.slice(4)] : undefined
  // A set may hold what its owner may no longer see.
  const setColumns = set?.filter((name) => all.includes(name))
  const chosen = which === 'all' ? all : which === 'picked' ? picked : now
  const keep = (name: string) => {
    setSets({ ...sets, [name]: picked })
    setWhich(`set:${name}`)
  }
  const forget = (name: string) => {
    const { [name]: _gone, ...others } = sets
    setSets(others)
    setWhich('shown')
  }
  const mayKeep = Object.keys(sets).length < maxSets
  const columns = setColumns ?? chosen
  return { all, sets, which, setWhich, picked, setPicked, keep, forget, mayKeep, columns }
}

export type ExportColumns = ReturnType<typeof useExportColumns>

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
