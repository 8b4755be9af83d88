import { MessageError } from '../schema/texts/texts.ts'

/** Thrown over a file that cannot be taken in, with the reason for the person who brought it. */
export class FileError extends MessageError {}

export const badFile = (message: string): FileError => new FileError(message)
