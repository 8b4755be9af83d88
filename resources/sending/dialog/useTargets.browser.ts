import { useQuery } from '@tanstack/react-query'

import { listText, useProvider, useUser } from '#browser'

interface Named {
  readonly id: number
  readonly name: string
}

interface Department {
  readonly id: number
  readonly branch_name: string
  readonly broker_id: Named
}

interface Integration extends Named {
  readonly department: Pick<Named, 'id'>
}

export interface Targets {
  readonly brokers: readonly Named[]
  readonly departments: readonly Department[]
  /** Those of a department; none where the user may not choose among them. */
  integrationsOf(department: number | undefined): readonly Integration[]
  /** `Acme / Desk 2`, of several all their names. */
  nameOf(departments: readonly number[]): string
}

const limit = 5_000

/** Brokers to send to, their departments and integrations, as far as the user may choose among them. */
export function useTargets(): Targets {
  const { permissions } = useUser()
  const brokers = useOptions<Named>('/broker/all/for/send')
  const all = useOptions<Department>(`/broker/department/all?limit=${limit}`)
  const integrations = useOptions<Integration>(
    `/send/integration/all?limit=${limit}`,
    permissions.has('options.integrations.all'),
  )
  const departments = all.filter((one) => brokers.some(({ id }) => id === one.broker_id.id))
  return {
    brokers,
    departments,
    integrationsOf: (department) => integrations.filter((one) => one.department.id === department),
    nameOf: (ids) =>
      listText(
        ids.map((id) => {
          const one = departments.find((department) => department.id === id)
          const broker = brokers.find((each) => each.id === one?.broker_id.id)
          return broker && one ? `${broker.name} / ${one.branch_name}` : `#${id}`
        }),
      ),
  }
}

function useOptions<Item>(path: string, enabled = true): readonly Item[] {
  const provider = useProvider()
  const { data } = useQuery({
    queryKey: ['send dialog', path],
    queryFn: async ({ signal }) =>
      (await provider.call<readonly Item[]>('GET', path, undefined, signal)).data,
    enabled,
    retry: false,
  })
  return data ?? []
}
