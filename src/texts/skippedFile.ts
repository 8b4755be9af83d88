import { msg } from './filesMsg.ts'

/** The columns of a file of records that were skipped. */
export const skippedColumns = [msg('id'), msg('code'), msg('reason')]

/** The name of that file, by what was done. */
export const skippedFile = (done: string): string => msg('file_of_skipped', { done })
