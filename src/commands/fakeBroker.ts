import { startFakeBroker } from '../../resources/sending/fakeBroker/fakeBroker.server.ts'
import { runCommand } from './command.ts'

// npm run fake-broker [PORT]
await runCommand(async () => {
  const port = Number(process.argv[2] ?? 4780)
  const { origin } = await startFakeBroker({ port, grows: true, isIdempotent: true })
  console.log(`A broker that is played listens at ${origin}`)
  console.log(`Start the console with OUTBOUND_LOOPBACK=${origin} to send to it.`)
})
