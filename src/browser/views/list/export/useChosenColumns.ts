import { useState } from 'react'
import { useStore } from 'react-admin'

/** Columns that somebody has kept under a name. */
export type ColumnSets = Readonly<Record<string, readonly string[]>>

/** What goes into a file: what is shown, everything, columns that are picked, or a set that was kept (`set:NAME`). */
export type Which = 'shown' | 'all' | 'picked' | `set:${string}`

const none: ColumnSets = {}

/** Most sets that a person keeps for one list. */
const maxSets = 20

interface Columns {
  readonly all: readonly string[]
  /** Those on the screen. */
  readonly shown: readonly string[]
}

/** The columns of a file: which there are, which were chosen, and the sets that a person keeps for files of this name. */
export function useChosenColumns(name: string, { all, shown }: Columns) {
  const [sets, setSets] = useStore<ColumnSets>(`${name}.export_sets`, none)
  const [which, setWhich] = useState<Which>('shown')
  const [picked, setPicked] = useState<readonly string[]>(shown)
  const set = which.startsWith('set:') ? sets[which.slice(4)] : undefined
  // A set may hold what its owner may no longer see.
  const setColumns = set?.filter((name) => all.includes(name))
  const chosen = which === 'all' ? all : which === 'picked' ? picked : shown
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
  return { all, shown, sets, which, setWhich, picked, setPicked, keep, forget, mayKeep, columns }
}

export type ExportColumns = ReturnType<typeof useChosenColumns>
