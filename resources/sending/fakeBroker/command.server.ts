import { startFakeBroker } from './fakeBroker.server.ts'

// npm run fake-broker [PORT]
const port = Number(process.argv[2] ?? 4780)
const { origin } = await startFakeBroker({ port, grows: true, isIdempotent: true })
process.stdout.write(`A broker that is played listens at ${origin}
Start the console with OUTBOUND_LOOPBACK=${origin} to send to it.
`)
