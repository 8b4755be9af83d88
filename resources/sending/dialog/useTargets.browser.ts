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

export interface Targets {
  /** False until it is known to whom leads can go. */
  readonly isReady: boolean
  /** Why it is not known, and how it is asked again. */
  readonly failure: { readonly problem: ReturnType<typeof problemOf>; retry(): void } | undefined
  readonly brokers: readonly Target[]
  /** All, or those of a broker. What takes nothing now comes last. */
  departmentsOf(broker?: number | null): readonly Target[]
  /** Those of a department; none where the user may not choose among them. */
  integrationsOf(department: number | undefined): readonly Target[]
  /** `Acme / Desk 2`, of two the names of both, of more how many they are. */
  nameOf(departments: readonly number[]): string
}

const limit = 5_000

/** Brokers to send to, their departments and integrations, as far as the user may choose among them. */
export function useTargets(): Targets {
  const t = useT(english)
  const { permissions } = useUser()
  const [to, toQuery] = useAnswer<Brokers>('/broker/all/for/send')
  const [all, allQuery] = useAnswer<{ data: readonly Department[] }>(
    `/broker/department/all?limit=${limit}`,
  )
  const [integrations, integrationsQuery] = useAnswer<{ data: readonly Integration[] }>(
    `/send/integration/all?limit=${limit}`,
    permissions.has('options.integrations.all'),
  )
  const brokers = to?.data ?? []
  const brokerOf = new Map(brokers.map((one) => [one.id, one]))
  const departments = all?.data.filter((one) => brokerOf.has(one.broker_id.id)) ?? []
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
    isReady: to !== undefined && all !== undefined,
    failure: failureOf([toQuery, allQuery, integrationsQuery]),
    brokers,
    departmentsOf: (broker) =>
      withReasons(
        departments
          .filter((one) => broker === undefined || one.broker_id.id === broker)
          .map(({ id, branch_name }) => ({
            id,
            name: broker === undefined ? nameOf([id]) : branch_name,
          })),
        to?.meta?.departments,
      ),
    integrationsOf: (department) =>
      withReasons(
        integrations?.data.filter((one) => one.department.id === department) ?? [],
        to?.meta?.integrations,
      ),
    nameOf,
  }
}

function withReasons(targets: readonly Named[], resting: readonly Resting[] = []): Target[] {
  const reasons = new Map(resting.map(({ id, reason }) => [id, reason]))
  const all = targets.map(({ id, name }) => ({ id, name, reason: reasons.get(id) }))
  return [...all.filter(({ reason }) => !reason), ...all.filter(({ reason }) => reason)]
}

function failureOf(queries: readonly Asked[]): Targets['failure'] {
  const failed = queries.filter(({ error }) => error)
  const [first] = failed
  if (!first) return undefined
  return {
    problem: problemOf(first.error),
    retry: () => failed.forEach(({ refetch }) => void refetch()),
  }
}

type Asked = Pick<UseQueryResult, 'error' | 'refetch'>

function useAnswer<Answer>(path: string, enabled = true): [Answer | undefined, Asked] {
  const provider = useProvider()
  const { data, error, refetch } = useQuery({
    queryKey: ['send dialog', path],
    queryFn: async ({ signal }) =>
      (await provider.call<unknown>('GET', path, undefined, { signal })) as Answer,
    enabled,
    retry: false,
  })
  return [data, { error, refetch }]
}
