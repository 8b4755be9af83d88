import { loadBusiness } from './kernel/business.ts'
import { run } from './process.ts'

await run(loadBusiness)
