import { firstMsg } from '../../../texts/firstMsg.ts'

/** What is said of any call that gets no answer, and of one after the session has ended. */
export const unavailable = firstMsg('the_server_is_unavailable', 'The server is unavailable')
export const expired = firstMsg('token_has_expired_login_again', 'Token has expired. Login again.')

/** A call that failed. It has the shape of react-admin's HttpError; `errors` is the first message by field. */
export class HttpFailure extends Error {
  readonly status: number
  readonly body: { message: string; errors?: Record<string, string>; data?: unknown }
  /** What a program knows the refusal by. */
  readonly code: string | undefined

  constructor(status: number, message: string, { errors, code, data }: FailureDetails = {}) {
    super(message)
    this.status = status
    this.body = { message, ...(errors && { errors }), ...(data !== undefined && { data }) }
    this.code = code
  }
}

interface FailureDetails {
  readonly errors?: Record<string, string> | undefined
  readonly code?: string | undefined
  /** What the server says besides, for the client to go on with. */
  readonly data?: unknown
}

interface FailureBody {
  message?: string
  errors?: Record<string, string[]>
  code?: string
  data?: unknown
}

/** What the server answered with instead of what it was asked for. */
export function failureOf(status: number, body: FailureBody): HttpFailure {
  const errors = body.errors && firstMessages(body.errors)
  const { code, data } = body
  const hasMessage = status < 500 || status === 503 || status === 507
  return body.message && hasMessage
    ? new HttpFailure(status, body.message, { errors, code, data })
    : silentFailure(status, { errors, data })
}

/** The failure that a server has no words for. */
function silentFailure(status: number, details: FailureDetails): HttpFailure {
  if (status >= 500) return new HttpFailure(status, unavailable, details)
  if (status === 403)
    return new HttpFailure(
      403,
      firstMsg('you_do_not_have_the_permission_for', 'You do not have the permission for this.'),
    )
  if (status === 404)
    return new HttpFailure(
      404,
      firstMsg('the_server_has_nothing_at_this_address', 'The server has nothing at this address.'),
    )
  if (status === 422)
    return new HttpFailure(
      422,
      firstMsg('check_the_marked_fields', 'Check the marked fields.'),
      details,
    )
  return new HttpFailure(
    status,
    firstMsg('the_server_answered', 'The server answered %{status}', {
      status: String(status),
    }),
    details,
  )
}

/** The first message of each field. */
function firstMessages(errors: Record<string, string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, [first]]) => (first ? [[field, first]] : [])),
  )
}
