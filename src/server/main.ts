import { business } from '../../resources/index.server.ts'
import { run } from './process.ts'

await run(business)
