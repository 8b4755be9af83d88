import { badFile } from '../../../csv/fileError.ts'
import {
  inspectSample,
  sampleBytes,
  type Inspection,
  type ReadingChoice,
} from '../../../csv/inspect.ts'
import { msg } from '../../../texts/serverMsg.ts'
import { readBytes, type StoredFile } from '../../files/store.ts'
import type { Sql } from '../../kernel/database.ts'

/** Looks at the first megabyte of a file. Refuses what is no table of text, in words. */
export async function inspect(
  file: StoredFile,
  options: ReadingChoice,
  database: Sql,
): Promise<Inspection> {
  if (file.stored !== file.size) throw badFile(msg('the_upload_is_not_complete_yet'))
  const sample = await readBytes(database, file.id, { to: sampleBytes })
  return inspectSample(sample, file.size, options)
}
