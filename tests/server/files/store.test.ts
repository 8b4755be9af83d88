import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Database } from '../../../src/server/kernel/database.ts'
import {
  appendFile,
  createFile,
  deleteExpiredFiles,
  findFile,
  pieceSize,
  readFile,
} from '../../../src/server/files/store.ts'
import { createTestDatabase } from '../../fixtures/database.ts'
import { writeFile } from '../../fixtures/files/storedFile.ts'

let database: Database

beforeAll(async () => {
  database = await createTestDatabase()
}, 60_000)
afterAll(() => database.close())

const file = (more: object = {}) => ({
  user_id: 7,
  purpose: 'export',
  name: '../../etc/passwd',
  media_type: 'text/csv',
  keptForMs: 60_000,
  ...more,
})

async function* parts(...all: Uint8Array[]) {
  yield* all
}

async function bytes(id: string, range?: { from?: number; to?: number }): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of readFile(database.sql, id, range)) pieces.push(piece)
  return Buffer.concat(pieces)
}

const sample = (length: number) => Buffer.from(Array.from({ length }, (_, index) => index % 251))

test('a file comes back byte by byte, however it was cut', async () => {
  const content = sample(pieceSize * 2 + 1234)
  const cuts = parts(
    content.subarray(0, 10),
    content.subarray(10, 10),
    content.subarray(10, pieceSize + 500),
    content.subarray(pieceSize + 500),
  )
  const id = await writeFile(database.sql, file(), cuts)
  expect((await bytes(id)).equals(content)).toBe(true)
  const stored = await findFile(database.sql, id)
  expect(stored).toMatchObject({ size: content.length, stored: content.length, user_id: 7 })
})

test.each([
  [0, 1],
  [5, 5],
  [pieceSize - 1, pieceSize + 1],
  [pieceSize, pieceSize * 2],
  [1000, pieceSize * 2 + 100],
  [pieceSize * 2 + 99, pieceSize * 9],
  [pieceSize * 3, pieceSize * 4],
])('the bytes from %i to %i can be read alone', async (from, to) => {
  const content = sample(pieceSize * 2 + 100)
  const id = await writeFile(database.sql, file(), parts(content))
  expect((await bytes(id, { from, to })).equals(content.subarray(from, to))).toBe(true)
})

test('speed B5: the next piece is asked for while one is used', async () => {
  const id = await writeFile(database.sql, file(), parts(sample(pieceSize * 3)))
  let asked = 0
  const counting = {
    getExecutor() {
      asked += 1
      return database.sql.getExecutor()
    },
  } as typeof database.sql
  for await (const _ of readFile(counting, id)) {
    expect(asked).toBe(2)
    break
  }
})

test('an empty file is a file', async () => {
  const id = await writeFile(database.sql, file(), parts())
  expect(await bytes(id)).toHaveLength(0)
  expect(await findFile(database.sql, id)).toMatchObject({ size: 0, stored: 0 })
})

test('the name is a label: the id is made by the server', async () => {
  const id = await writeFile(database.sql, file(), parts(sample(3)))
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(await findFile(database.sql, id)).toMatchObject({ name: '../../etc/passwd' })
})

test('of many writers at one offset exactly one succeeds', async () => {
  const id = await createFile(database.sql, file(), 100)
  const writes = Array.from({ length: 8 }, (_, index) =>
    appendFile(database.sql, id, 0, Buffer.alloc(10, index)),
  )
  const results = await Promise.all(writes)
  expect(results.filter(Boolean)).toHaveLength(1)
  expect(await findFile(database.sql, id)).toMatchObject({ stored: 10 })
  expect(await bytes(id)).toEqual(Buffer.alloc(10, results.indexOf(true)))
})

test('no more bytes are taken than a file has', async () => {
  const id = await createFile(database.sql, file(), 10)
  expect(await appendFile(database.sql, id, 0, sample(11))).toBe(false)
  expect(await appendFile(database.sql, id, 3, sample(2))).toBe(false)
  expect(await appendFile(database.sql, id, 0, sample(10))).toBe(true)
})

test('a file whose time is over is not found, and is deleted with its bytes', async () => {
  const old = file({ keptForMs: -1_000 })
  const id = await writeFile(database.sql, old, parts(sample(100)))
  const kept = await writeFile(database.sql, file(), parts(sample(100)))
  expect(await findFile(database.sql, id)).toBeUndefined()
  expect(await deleteExpiredFiles(database.sql)).toBe(1)
  expect(await bytes(id)).toHaveLength(0)
  const { rows } = await sql`select 1 from file_chunks where file_id = ${id}`.execute(database.sql)
  expect(rows).toHaveLength(0)
  expect(await bytes(kept)).toHaveLength(100)
})
