import { expect, test } from 'vitest'

import { makeWorkbook } from '../../src/browser/views/imports/file/makeWorkbook.ts'
import { csvOf } from '../../src/browser/views/imports/file/workbook.ts'

test('a workbook holds the cells of an exported CSV as text', async () => {
  const csv = '\ufeff"Name","Phone","Note"\n"Ada, ""B""","+447400123456","\'=1+1"\n"","0012",""\n'
  const made = await makeWorkbook(new Blob([csv]))
  const { parts } = await csvOf(new Uint8Array(await made.arrayBuffer()))
  expect(parts.join('')).toBe(
    'Name,Phone,Note\n"Ada, ""B""",+447400123456,\'=1+1\nEmpty,0012,Empty\n',
  )
})
