import { sql } from 'kysely'

import type { Backend, LongRunning } from '#server'

import { startFakeBroker, type FakeBroker } from './fakeBroker.server.ts'

/**
 * With DEMO=1, the broker that the demo's leads go to runs within the process, and the demo's integrations learn its origin.
 * Where its port is taken it runs at a free one; but what listens at a given OUTBOUND_LOOPBACK is called in its place.
 */
export function demoBroker({ config, database, log }: Backend): LongRunning {
  let starting: Promise<FakeBroker | undefined> = Promise.resolve(undefined)

  async function begin(): Promise<FakeBroker | undefined> {
    const wanted = config.outboundLoopback
    if (!config.demo || !wanted) return undefined
    const port = Number(new URL(wanted).port)
    const broker = await startFakeBroker({ port, grows: true, isIdempotent: true }).catch(() =>
      config.isLoopbackGiven ? undefined : startFakeBroker({ grows: true, isIdempotent: true }),
    )
    const origin = broker?.origin ?? wanted
    config.outboundLoopback = origin
    const moved = (column: string) =>
      sql`${sql.ref(column)} = regexp_replace(${sql.ref(column)}, '^http://127[.]0[.]0[.]1:[0-9]+', ${origin})`
    await sql`
      update send_integrations set ${moved('url')}, ${moved('pull_url')}
      where url like 'http://127.0.0.1:%'`.execute(database.sql)
    return broker
  }

  return {
    start() {
      starting = begin().catch((error: unknown) => {
        log.warn({ err: error }, 'the broker of the demo does not run')
        return undefined
      })
    },
    async stop() {
      await (await starting)?.stop()
    },
  }
}
