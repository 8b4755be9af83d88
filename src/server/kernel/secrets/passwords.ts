import { randomBytes } from 'node:crypto'
import { hash, hashSync, parseOptions, verify } from '@node-rs/argon2'

import { RequestError } from '../errors.ts'
import { isCommon } from './commonPasswords.ts'
import { msg } from '../../../texts/serverMsg.ts'
import { createQueue } from './queue.ts'

/** OWASP's least for argon2id, which is what the library makes unless told otherwise. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each hash takes a core for some 30 ms: without a limit a flood of sign-ins would stop the server. */
const hashing = createQueue({
  atOnce: 2,
  waiting: 200,
  full: () => new RequestError(503, msg('the_server_is_busy'), undefined, 5),
})

/** The PHC string that is stored. */
export function hashPassword(password: string): Promise<string> {
  return hashing(() => hash(password, parameters))
}

/** Whether the password is the stored one. Takes as long when there is none, so that the time does not tell who has an account. */
export async function verifyPassword(
  stored: string | null | undefined,
  password: string,
): Promise<boolean> {
  const isReal = isHash(stored)
  const isRight = await hashing(() => verify(isReal ? stored : dummyHash, password))
  return isReal && isRight
}

/** The hash of a password that is not known, made with the same parameters as every other. */
const dummyHash = hashSync(randomBytes(32), parameters)

/** Whether a stored hash was made with other parameters than today's. */
export function isOutdated(stored: string): boolean {
  const made = parseOptions(stored)
  const names = ['memoryCost', 'timeCost', 'parallelism'] as const
  return !stored.startsWith('$argon2id$') || names.some((one) => made[one] !== parameters[one])
}

const isHash = (stored: string | null | undefined): stored is string =>
  stored?.startsWith('$argon2') ?? false

/**
 * Why a new password is refused; undefined for a good one.
 * `about` holds words that stand for the person: name, e-mail address.
 */
export function checkNewPassword(
  password: string,
  about: readonly string[] = [],
): string | undefined {
  if (password.length < 12) return msg('use_at_least_12_characters')
  if (password.length > 200) return msg('use_at_most_200_characters')
  if (isCommon(password, about)) return msg('this_password_is_too_easy_to_guess')
  return undefined
}
