interface QueueOptions {
  /** Most pieces of work under way. */
  atOnce: number
  /** Most pieces of work that wait; one more is refused. */
  waiting: number
  full(): Error
}

/** Runs work in the order it came, only so much of it at once. */
export function createQueue({ atOnce, waiting, full }: QueueOptions) {
  const queue: (() => void)[] = []
  let running = 0

  return async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    await turn()
    try {
      return await work()
    } finally {
      // The place goes straight to the next in line, so no other can slip in between.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }

  async function turn(): Promise<void> {
    if (running < atOnce) {
      running += 1
      return
    }
    if (queue.length >= waiting) throw full()
    await new Promise<void>((resolve) => queue.push(resolve))
  }
}
