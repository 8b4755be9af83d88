import { msg } from '../../../../texts/filesMsg.ts'
import type { Reading } from './reading.ts'
import type { TableAnswer, TableRequest } from './tableRequests.ts'
import type { Preview, Table } from './table.ts'

/** Opens a chosen file; of a workbook one sheet. Rejects with what a person can mend. */
export async function openFile(file: File, sheet?: string): Promise<Table> {
  const { table } = await ask({ kind: 'open', file, sheet })
  return table ?? { file, sheets: [] }
}

export async function previewOf(file: File, reading: Reading): Promise<Preview | undefined> {
  return (await ask({ kind: 'preview', file, reading })).preview
}

/** Makes an Excel workbook of a CSV. */
export async function workbookOf(file: Blob): Promise<Blob> {
  return (await ask({ kind: 'workbook', file })).workbook ?? file
}

async function ask(request: TableRequest) {
  const answer = await answerOf(request)
  if ('problem' in answer) throw new Error(answer.problem)
  return answer
}

/** Each question has a thread of its own, whose memory goes with it. */
async function answerOf(request: TableRequest): Promise<TableAnswer> {
  if (typeof Worker !== 'function') return (await import('./tableRequests.ts')).answerTo(request)
  const worker = new Worker(new URL('./tableWorker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<TableAnswer>((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<TableAnswer>) => resolve(data))
      worker.addEventListener('error', (event) => resolve({ problem: problemOf(event) }))
      worker.postMessage(request)
    })
  } finally {
    worker.terminate()
  }
}

/** Of a thread whose script did not come, as without the server, the browser says no more than that there is none. */
const problemOf = (event: Event): string =>
  msg(
    event instanceof ErrorEvent ? 'this_file_cannot_be_read' : 'the_part_that_reads_files_did_not',
  )
