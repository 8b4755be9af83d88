// Node 20 gives a thread no TypeScript loader but the one that it registers itself.
import { register } from 'tsx/esm/api'

register()
await import('./rowsWorker.ts')
