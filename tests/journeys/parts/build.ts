import { buildWhenStale } from '../../../src/server/build.ts'
import { makeFirstDay } from './start.ts'

/** Builds console and server before the workers start, as each of them would, and makes the demo that all begin with. */
export default async function prepare(): Promise<() => void> {
  await buildWhenStale()
  return makeFirstDay()
}
