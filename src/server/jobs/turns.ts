import type { JobKind } from './kind.ts'

interface OfUser {
  readonly user: number
  readonly type: string
}

const places = { first: 0, last: 2 } as const

/**
 * Whose turn it is: in each queue the user whose jobs have had none for longest comes first, however many jobs others
 * have.
 */
export function createTurns(kindOf: (type: string) => JobKind | undefined) {
  const placeOf = ({ type }: OfUser) => {
    const queue = kindOf(type)?.queue
    return queue ? places[queue] : 1
  }
  const lastOf = new Map<number, number>()
  let count = 0
  return {
    /** The jobs in the order of their queues and of their users' turns; those of one user in one queue stay in theirs. */
    inOrder<One extends OfUser>(jobs: readonly One[]): One[] {
      const turnOf = ({ user }: One) => lastOf.get(user) ?? 0
      return jobs.toSorted(
        (one, other) => placeOf(one) - placeOf(other) || turnOf(one) - turnOf(other),
      )
    },
    took({ user }: Pick<OfUser, 'user'>): void {
      count += 1
      lastOf.set(user, count)
    },
  }
}
