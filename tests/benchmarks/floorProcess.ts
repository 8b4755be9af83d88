import { spawn } from 'node:child_process'

/** Starts the bare route in a process of its own. */
export async function startFloor(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/benchmarks/floor.ts'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await new Promise<string>((resolve) => {
    child.stdout.on('data', (data: Buffer) => {
      const found = /floor at (\S+)/.exec(data.toString())
      if (found?.[1]) resolve(found[1])
    })
  })
  return { address, process: child, stop: () => child.kill('SIGTERM') }
}
