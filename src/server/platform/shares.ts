import { tooMany } from '../errors.ts'

/** What a piece of work takes of its user's share while it runs. */
export interface Work {
  /** About so many connections to the database. */
  readonly places: number
  /** Wide searches and the like, of which a user may have fewer under way. */
  readonly isHeavy?: boolean
}

export interface ShareLimits {
  /** Places that one user may have taken, and how many of these by heavy work. */
  readonly places: number
  readonly heavyPlaces: number
  /** Places of all users together. */
  readonly total: number
  /** Requests of one user that may wait; one more is refused. */
  readonly waiting: number
}

interface Ticket {
  readonly places: number
  readonly isHeavy: boolean
  admit(): void
}

interface Line {
  taken: number
  heavy: number
  readonly waiting: Ticket[]
}

/** Seconds. */
const retryAfter = 5

export type Shares = ReturnType<typeof createShares>

/**
 * Lets each user have so much work under way and no more. What is beyond waits in the user's own line, first come
 * first served; the users are served in turn.
 */
export function createShares(limits: ShareLimits) {
  /** Of users who have work, in the order of their turns. */
  const lines = new Map<number, Line>()
  let taken = 0

  /**
   * Takes places for a user's work, waiting until they are free. Returns how to give them back, which may be called
   * more than once. Throws 429 when too much of the user waits already, unless `mayWait`.
   */
  async function take(
    user: number,
    { places, isHeavy = false }: Work,
    { mayWait = false } = {},
  ): Promise<() => void> {
    const line = lines.get(user) ?? { taken: 0, heavy: 0, waiting: [] }
    if (!mayWait && line.waiting.length >= limits.waiting) {
      throw tooMany(
        'Too many of your requests are waiting. Try again in a few seconds.',
        retryAfter,
      )
    }
    lines.set(user, line)
    const most = isHeavy ? limits.heavyPlaces : limits.places
    const ticket = { places: Math.min(places, most), isHeavy }
    await new Promise<void>((admit) => {
      line.waiting.push({ ...ticket, admit })
      serve()
    })
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      add(line, ticket, -1)
      if (line.taken === 0 && line.waiting.length === 0) lines.delete(user)
      serve()
    }
  }

  function serve(): void {
    let next = nextInTurn()
    while (next) {
      const [user, line, ticket] = next
      line.waiting.splice(line.waiting.indexOf(ticket), 1)
      // The next turn is that of others.
      lines.delete(user)
      lines.set(user, line)
      add(line, ticket, 1)
      ticket.admit()
      next = nextInTurn()
    }
  }

  function nextInTurn(): [number, Line, Ticket] | undefined {
    for (const [user, line] of lines) {
      const ticket = line.waiting.find(
        ({ places, isHeavy }) => !isHeavy || line.heavy + places <= limits.heavyPlaces,
      )
      if (!ticket || line.taken + ticket.places > limits.places) continue
      // Whoever needs two places is not passed by all who need one.
      return taken + ticket.places <= limits.total ? [user, line, ticket] : undefined
    }
    return undefined
  }

  function add(line: Line, { places, isHeavy }: Omit<Ticket, 'admit'>, sign: 1 | -1): void {
    taken += sign * places
    line.taken += sign * places
    if (isHeavy) line.heavy += sign * places
  }

  return { take }
}
