import { startFakeBroker } from './fakeBroker.server.ts'

// npm run fake-broker [PORT]
const port = Number(process.argv[2] ?? 4780)
const broker = await startFakeBroker({ port, grows: true, isIdempotent: true }).catch(
  ({ message }: Error) => {
    process.stderr.write(`${message}
A console with DEMO=1 plays a broker there itself. Another port: npm run fake-broker ${port + 1}
`)
    process.exit(1)
  },
)
process.stdout.write(`A broker that is played listens at ${broker.origin}
Start the console with OUTBOUND_LOOPBACK=${broker.origin} to send to it.
`)
