import { startFakeBroker } from '../../../resources/sending/fakeBroker/fakeBroker.server.ts'

const { origin } = await startFakeBroker({ delayMs: Number(process.argv[2]) })
process.stdout.write(`${origin}\n`)
