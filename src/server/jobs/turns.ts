interface OfUser {
  readonly user: number
}

/** Whose turn it is: the user whose jobs have had none for longest comes first, however many jobs others have. */
export function createTurns() {
  const lastOf = new Map<number, number>()
  let count = 0
  return {
    /** The jobs in the order of their users' turns; those of one user stay in theirs. */
    inOrder<One extends OfUser>(jobs: readonly One[]): One[] {
      const turnOf = ({ user }: One) => lastOf.get(user) ?? 0
      return jobs.toSorted((one, other) => turnOf(one) - turnOf(other))
    },
    took({ user }: OfUser): void {
      count += 1
      lastOf.set(user, count)
    },
  }
}
