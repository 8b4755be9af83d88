import { invalid, type RequestError } from '../kernel/errors.ts'

/** A file that cannot be taken in, with the reason for the person who brought it. */
export const badFile = (message: string): RequestError => invalid({ file: [message] }, message)
