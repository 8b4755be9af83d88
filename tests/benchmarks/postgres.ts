import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface BenchServer {
  readonly url: string
  stop(): void
}

/** A PostgreSQL of our own on loopback, run as the user `postgres`; `BENCH_DATABASE_URL` names another one. */
export function startPostgres(port = 54_331): BenchServer {
  const given = process.env['BENCH_DATABASE_URL']
  if (given) return { url: given, stop() {} }
  const versions = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(a) - Number(b))
  const bin = `/usr/lib/postgresql/${versions.at(-1)}/bin`
  const folder = mkdtempSync(join(tmpdir(), 'leadgate-bench-'))
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString())
  chownSync(folder, id('-u'), id('-g'))
  const run = (command: string) => execFileSync('su', ['postgres', '-c', `${bin}/${command}`])
  run(`initdb -D ${folder}/db -A trust -U postgres`)
  const settings = [
    `-p ${port}`,
    '-c listen_addresses=127.0.0.1',
    '-c unix_socket_directories=',
    '-c shared_buffers=1GB',
    '-c max_wal_size=4GB',
    '-c jit=off',
  ]
  run(`pg_ctl -w -D ${folder}/db -l ${folder}/log -o "${settings.join(' ')}" start`)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop() {
      run(`pg_ctl -D ${folder}/db stop -m immediate`)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
