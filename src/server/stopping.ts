import type { Logger } from 'pino'
import type { FastifyInstance } from 'fastify'

/** Milliseconds that requests and chunks of jobs under way are given to end. */
const graceMs = 10_000

/** Milliseconds after which the process leaves whatever is left. */
const deadlineMs = 15_000

type Step = () => Promise<unknown>

/** Takes no new request and lets those under way end; what is left after `timeoutMs` is cut off. */
export async function closeServer(app: FastifyInstance, timeoutMs = graceMs): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), timeoutMs)
  await app.close().finally(() => clearTimeout(timer))
}

/** SIGTERM and SIGINT end the work, then close the database, and leave with code 0; a second signal does not wait. */
export function stopOnSignal(log: Logger, closeDatabase: Step): { before(step: Step): void } {
  const steps: Step[] = []
  const attempt = (step: Step) =>
    step().catch((error: unknown) => log.error({ err: error }, 'stopping failed'))
  let isStopping = false
  async function end(): Promise<void> {
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => {
      log.warn('Stopping takes too long: what is left is given up.')
      process.exit(0)
    }, deadlineMs)
    await Promise.all(steps.map(attempt))
    await attempt(closeDatabase)
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end())
  return { before: (step) => void steps.push(step) }
}
