import { MessageError, type FieldErrors } from '#schema'
import { msg } from '../../texts/serverMsg.ts'

type Status = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503 | 507

export const confirmPasswordCode = 'confirm_password'

/** A request that fails on purpose. Anything else thrown is a bug and becomes a 500 without detail. */
export class RequestError extends MessageError {
  readonly status: Status
  readonly errors: FieldErrors | undefined
  /** Seconds until another try makes sense (429, 503). */
  readonly retryAfter: number | undefined
  /** What a program knows the refusal by, where the status does not say enough. */
  readonly code: string | undefined
  /** What the client needs to go on. */
  readonly data: object | undefined

  constructor(
    status: Status,
    message: string,
    errors?: FieldErrors,
    retryAfter?: number,
    code?: string,
    data?: object,
  ) {
    super(message)
    this.data = data
    this.status = status
    this.errors = errors
    this.retryAfter = retryAfter
    this.code = code
  }
}

/** Field errors: the first message of each stands under its field. */
export const invalid = (
  errors: FieldErrors,
  message = msg('check_the_marked_fields'),
  code?: string,
) => new RequestError(422, message, errors, undefined, code)
/** What the business has against a record that is well formed. A behavior that says `refused` keeps it. */
export class RefusedRecord extends RequestError {
  /** The id of the record that stands in its way, if one does. Not for everybody to know. */
  readonly match: number | undefined
  /** Whether nothing is against it but `match`, in which it may fill what is empty. */
  readonly mayFill: boolean

  /** `shownIn` is the resource of the match, where the person who is refused may know which it is. */
  constructor(
    code: string,
    errors: FieldErrors,
    match?: number,
    { mayFill = false, shownIn }: { mayFill?: boolean; shownIn?: string | undefined } = {},
  ) {
    const data = match && shownIn ? { match: { resource: shownIn, id: match } } : undefined
    super(422, msg('check_the_marked_fields'), errors, undefined, code, data)
    this.match = match
    this.mayFill = mayFill
  }
}

export const badRequest = (message: string) => new RequestError(400, message)
export const unauthenticated = () => new RequestError(401, msg('token_has_expired_login_again'))
export const forbidden = (message = msg('you_do_not_have_the_permission_for')) =>
  new RequestError(403, message)
/** The action needs a password that was entered lately: `POST /api/profile/confirm`, then the same request again. */
export const confirmPassword = () =>
  new RequestError(403, msg('enter_your_password_again'), undefined, undefined, confirmPasswordCode)
export const isConfirmPassword = (error: unknown): boolean =>
  error instanceof RequestError && error.code === confirmPasswordCode
export const notFound = () => new RequestError(404, msg('not_found'))
export const conflict = (message: string, errors?: FieldErrors) =>
  new RequestError(409, message, errors)
export const unsupported = (message: string) => new RequestError(415, message)
export const tooLarge = (message: string) => new RequestError(413, message)
export const tooMany = (message: string, retryAfter: number, errors?: FieldErrors) =>
  new RequestError(429, message, errors, retryAfter)

/** Thrown by a part of a job that waits for something: it is tried again a little later, and nothing has failed. */
export class NotYet extends Error {}
