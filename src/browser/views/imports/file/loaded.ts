import { badFile } from '../../../../csv/fileError.ts'
import { msg } from '../../../../texts/filesMsg.ts'

/** Awaits a part of the console that reads files. Without the server it does not come, and the file is not to blame. */
export const loaded = <Part>(part: Promise<Part>): Promise<Part> =>
  part.catch(() => {
    throw badFile(msg('the_part_that_reads_files_did_not'))
  })
