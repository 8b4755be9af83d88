import { answerTo, type TableRequest } from './tableRequests.ts'

// The thread of the page in which files are read: a workbook takes seconds.
self.addEventListener('message', ({ data }: MessageEvent<TableRequest>) => {
  void answerTo(data).then((answer) => self.postMessage(answer))
})
