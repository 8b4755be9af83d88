import { useQuery, type UseQueryResult } from '@tanstack/react-query'

import { listText, numberText, problemOf, useProvider, useT, useUser } from '#browser'

import english from '../../translations/en/send_plan.json'

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

interface Resting {
  readonly id: number
  readonly reason: string
}

/** What goes to a broker at all; `meta` names what of it takes nothing now. */
interface Brokers {
  readonly data: readonly Named[]
  readonly meta?: { readonly departments?: Resting[]; readonly integrations?: Resting[] }
}

/** One of several to choose from, with the reason why it cannot be chosen. */
export interface Target {
  readonly id: number
  readonly name: string
  readonly reason?: string | undefined
}

export type Targets = ReturnType<typeof useTargets>

const limit = 5_000

/** Brokers to send to, their departments and integrations, as far as the user may choose among them. */
export function useTargets() {
  const t = useT(english)
  const { permissions } = useUser()
  const to = useAnswer<Brokers>('/broker/all/for/send')
  const all = useAnswer<{ data: readonly Department[] }>(`/broker/department/all?limit=${limit}`)
  const integrations = useAnswer<{ data: readonly Integration[] }>(
    `/send/integration/all?limit=${limit}`,
    permissions.has('options.integrations.all'),
  )
  const brokers: readonly Target[] = to.data?.data ?? []
  const brokerOf = new Map(brokers.map((one) => [one.id, one]))
  const departments = all.data?.data.filter((one) => brokerOf.has(one.broker_id.id)) ?? []
  /** `Acme / Desk 2`, of two the names of both, of more how many they are. */
  const nameOf = (ids: readonly number[]) => {
    const { length } = ids
    if (length > 2)
      return t('send_plan.weighed', { smart_count: length, count: numberText(length) })
    return listText(
      ids.map((id) => {
        const one = departments.find((department) => department.id === id)
        const broker = brokerOf.get(one?.broker_id.id ?? 0)
        return broker && one ? `${broker.name} / ${one.branch_name}` : `#${id}`
      }),
    )
  }
  return {
    /** False until it is known to whom leads can go. */
    isReady: to.data !== undefined && all.data !== undefined,
    /** Why it is not known, and how it is asked again. */
    failure: failureOf([to, all, integrations]),
    brokers,
    /** All, or those of a broker. What takes nothing now comes last. */
    departmentsOf: (broker?: number | null) =>
      withReasons(
        departments
          .filter((one) => broker === undefined || one.broker_id.id === broker)
          .map(({ id, branch_name }) => ({
            id,
            name: broker === undefined ? nameOf([id]) : branch_name,
          })),
        to.data?.meta?.departments,
      ),
    /** Those of a department; none where the user may not choose among them. */
    integrationsOf: (department: number | undefined) =>
      withReasons(
        integrations.data?.data.filter((one) => one.department.id === department) ?? [],
        to.data?.meta?.integrations,
      ),
    nameOf,
  }
}

function withReasons(targets: readonly Named[], resting: readonly Resting[] = []): Target[] {
  const reasons = new Map(resting.map(({ id, reason }) => [id, reason]))
  const all = targets.map(({ id, name }) => ({ id, name, reason: reasons.get(id) }))
  return [...all.filter(({ reason }) => !reason), ...all.filter(({ reason }) => reason)]
}

function failureOf(queries: readonly UseQueryResult[]) {
  const failed = queries.filter(({ error }) => error)
  const [first] = failed
  return (
    first && {
      problem: problemOf(first.error),
      retry: () => failed.forEach(({ refetch }) => void refetch()),
    }
  )
}

function useAnswer<Answer>(path: string, enabled = true) {
  const provider = useProvider()
  return useQuery({
    queryKey: ['send dialog', path],
    queryFn: async ({ signal }) =>
      (await provider.call<unknown>('GET', path, undefined, { signal })) as Answer,
    enabled,
    retry: false,
  })
}
