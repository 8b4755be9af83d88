import type { QueryClient } from '@tanstack/react-query'

/** What stands for a record wherever another one points at it: its title and its `withTitle` fields. */
export interface Label {
  readonly id: number
  readonly label: string
  /** It may no longer be chosen. */
  readonly inactive?: boolean
  readonly [name: string]: unknown
}

/** A record as the API gives it. */
export interface Row {
  readonly id: number
  readonly version?: number
  readonly labels?: Readonly<Record<string, Label | readonly Label[] | null>>
  /** By operation or action, whether the rules let the reader do it, where they look at more than the record. */
  readonly may?: Readonly<Record<string, boolean>>
  readonly [name: string]: unknown
}

/** A record that the screen has read already, whole or as a row of a list. */
export function knownRecord(client: QueryClient, resource: string, id: number): Row | undefined {
  const answers = ['getOne', 'getList'].flatMap((method) =>
    client.getQueriesData<Row | { data: Row[] }>({ queryKey: [resource, method] }),
  )
  return answers.flatMap(([, answer]) => recordsIn(answer)).find((record) => record.id === id)
}

/** The records in the answer of any question about a resource. */
export function recordsIn(answer: unknown): Row[] {
  if (typeof answer !== 'object' || answer === null) return []
  if ('data' in answer && Array.isArray(answer.data)) return answer.data
  return 'id' in answer ? [answer as Row] : []
}
