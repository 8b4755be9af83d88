import type { CallOutcome, Course } from '../courseOf.server.ts'
import type { DueSend } from '../dueSend.server.ts'
import type { MadeCall } from '../../callLog/logCalls.server.ts'

/** What a call brought, beside what the answer means. */
export interface Outcome extends CallOutcome {
  readonly rule?: number | undefined
  readonly link?: string | undefined
  readonly broker_status?: string | undefined
  readonly price?: string | undefined
}

/** A call that has ended, or a send that a check kept back. */
export interface Ended {
  readonly send: DueSend
  readonly outcome: Outcome
  /** Of what a check keeps back: the versions of the target that it has seen. */
  readonly seen?: string
  /** The entry of the black list that keeps it back. */
  readonly entry?: number | undefined
  /** Of a call alone. */
  readonly http_status?: number | undefined
  readonly ms?: number | undefined
  /** We gave the call up ourselves, or the process is gone: that says nothing of the broker. */
  readonly isOurs?: boolean
  /** Of a call that has failed as a whole: it counts as one error, with another of its sends. */
  readonly isCountedWithOther?: boolean
  /** The version of the integration that the call was made by. */
  readonly revision?: number | undefined
  /** Another one after each save of the integration, also of its state: what ends after that says nothing of what was mended. */
  readonly savedAs?: number | undefined
  /** Without secrets. */
  readonly request?: object | undefined
  readonly response?: string | undefined
  /** For the request log. */
  readonly made?: MadeCall | undefined
}

/** No call was made, for nothing could be read: it is tried again soon. */
export const notCalled = (send: DueSend): Ended => ({
  send,
  outcome: { outcome: 'waits', until: new Date(Date.now() + 10_000) },
})

/** What became of sends, by their ids. */
export interface Settled extends Ended {
  readonly course: Course
}
