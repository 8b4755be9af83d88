import { buildWhenStale } from '../../src/server/build.ts'

/** Builds the console before the workers start: each of them would. */
export default buildWhenStale
