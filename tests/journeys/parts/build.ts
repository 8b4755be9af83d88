import { buildWhenStale } from '../../../src/server/build.ts'

/** Builds console and server before the workers start: each of them would. */
export default () => void buildWhenStale()
