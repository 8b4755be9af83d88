import type { IncomingHttpHeaders } from 'node:http'

type Row = Readonly<Record<string, unknown>>

type Said = readonly [status: number, body: Row]

/** A lead that was taken, as its broker names it. */
interface Taken {
  readonly id: string
  readonly link: string
}

type AnswerName = 'success' | 'duplicate' | 'rejected' | 'capacity' | 'auth'

/** How brokers of one make take leads and are asked for statuses. */
export interface Make {
  /** The path that leads are sent to. */
  readonly push: string
  isSignedIn(headers: IncomingHttpHeaders): boolean
  readonly answers: Readonly<Record<AnswerName, (taken: Taken) => Said>>
  readonly pull?: Pull
}

interface Pull {
  readonly path: string
  readonly method: 'GET' | 'POST'
  /** The names of the first and the last moment of registration. */
  readonly between: readonly [from: string, to: string]
  /** @param row `{ id, email, phone, status, isDeposited, depositedAt, … }` */
  row(row: Row): Row
  page(rows: readonly Row[], counts: { readonly lastPage: number; readonly total: number }): Row
}

export const no = (status: number, body: Row) => (): Said => [status, body]

export const hasBearer = ({ authorization }: IncomingHttpHeaders) =>
  /^Bearer \S/.test(authorization ?? '')

export const wrongToken = no(401, { message: 'Unauthorized' })

export const invalid = { message: 'The phone number is not valid' }

export const known = { message: 'This lead already exists' }
