import { test } from 'vitest'

import { killWhileSending } from '../resources/sending/kills/killing.ts'

const kills = Number(process.env['KILLS'] ?? 50)

test(`a worker that is killed at ${kills} moments sends nothing twice and loses nothing`, async () => {
  await killWhileSending(kills, 40 * kills)
}, 1_800_000)
