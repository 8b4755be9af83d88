import { describe, expect, test } from 'vitest'

import type { Client } from '../../../fixtures/server.ts'
import {
  oneWay,
  pageIn,
  pageOf,
  perPage,
  run,
  setUpFarCalls,
  sorted,
  testFarPages,
  user,
  wait,
  writer,
} from './farCalls.ts'

setUpFarCalls()

testFarPages(oneWay)

test('G5: a far page goes on behind a record that is gone, or stands elsewhere', async () => {
  const expected = await sorted('code collate "und-x-icu", id')
  const stretch = expected.slice(449 * perPage, 453 * perPage)
  const read = [await pageOf('code', 450)]
  const change = (id: number | undefined, set: string) =>
    run(`update calls set ${set} where id = ${id}`)
  await change(read[0]?.at(-1), 'deleted_at = now()')
  read.push(await pageOf('code', 451))
  await change(read[1]?.at(-1), `code = 'a' || code`)
  read.push(await pageOf('code', 452))
  await change(read[2]?.at(-1), `code = 'z' || code`)
  read.push(await pageOf('code', 453))
  expect(read.flat()).toEqual(stretch)
  // Back again: what was read there, without the three.
  const left = stretch.filter((_, at) => ![49, 99, 149].includes(at))
  expect(await pageOf('code', 452)).toEqual(left.slice(97, 147))
  expect(await pageOf('code', 451)).toEqual(left.slice(47, 97))
  await change(read[0]?.at(-1), 'deleted_at = null')
  await change(read[1]?.at(-1), 'code = substr(code, 2)')
  await change(read[2]?.at(-1), 'code = substr(code, 2)')
})

describe('G5: a far page that was read a moment ago', () => {
  const order = 'code collate "und-x-icu", id'
  const make = (client: Client) =>
    client.make('/calls', { code: 'a', state: 'open', urgent: false })

  test.each([
    ['', 'true'],
    ['&urgent=false', 'not urgent'],
  ])(
    '%s is counted anew for who has made or deleted a record, and for everybody after a minute',
    async (filter, where) => {
      const before = await sorted(order, where)
      const read = (client: Client, page: number) => pageOf('code', page, filter, client)
      expect(await read(user, 450)).toEqual(pageIn(before, 450))
      await make(writer)
      wait(1)
      const after = await sorted(order, where)
      expect(await read(user, 450)).toEqual(pageIn(before, 450))
      expect(await read(writer, 450)).toEqual(pageIn(after, 450))
      wait(1)
      // Of what that one has counted the others know.
      expect(await read(user, 451)).toEqual(pageIn(after, 451))
      wait(1)
      // One that only stands elsewhere now moves no far page meanwhile.
      await writer.put(`/calls/${after[0]}`, { code: 'z' })
      expect(await read(writer, 450)).toEqual(pageIn(after, 450))
      await writer.delete(`/calls/${after[0]}`)
      expect(await read(writer, 450)).toEqual(pageIn(after.slice(1), 450))
      await make(writer)
      wait(61)
      const last = await sorted(order, where)
      expect(await read(user, 455)).toEqual(pageIn(last, 455))
      await make(user)
      expect(await read(user, 455)).toEqual(pageIn(await sorted(order, where), 455))
    },
  )

  test('near the beginning, and near the end, is counted each time', async () => {
    for (const page of [399, 400]) await pageOf('code', page)
    const end = Math.ceil((await sorted('id')).length / perPage)
    for (const page of [end - 1, end]) await pageOf('code', page)
    await make(writer)
    const after = await sorted(order)
    for (const page of [399, end - 1, end]) {
      expect({ page, ids: await pageOf('code', page) }).toEqual({ page, ids: pageIn(after, page) })
    }
  })

  test('belongs to one filter, and to one order', async () => {
    for (const [filter, where] of [
      ['', 'true'],
      ['&urgent=false', 'not urgent'],
      ['&state=open,held', `state <> 'done'`],
    ] as const) {
      for (const [sort, by] of [
        ['code', order],
        ['-id', 'id desc'],
      ] as const) {
        const expected = await sorted(by, where)
        expect(await pageOf(sort, 480, filter)).toEqual(pageIn(expected, 480))
      }
    }
  })
})
