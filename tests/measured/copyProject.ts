import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = process.cwd()

/** What the README says. */
export const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** A copy of the project to follow the README in: where it is, how to run a line there, and how to take it away. */
export function copyProject() {
  const folder = mkdtempSync(join(tmpdir(), 'leadgate-readme-'))
  const left = new Set(['node_modules', 'dist', '.git', 'test-results', '.data'])
  for (const part of readdirSync(root)) {
    if (!left.has(part)) cpSync(join(root, part), join(folder, part), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return {
    folder,
    run: (line: string) => runIn(folder, line),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Runs one line of the README in the copy; what stands before its program is set for it alone. */
function runIn(folder: string, line: string): void {
  const [, name, value, program, rest = ''] = /^(?:(\w+)=(\S+) )?(\S+) ?(.*)$/.exec(line)!
  const env = { ...process.env, ...(name && { [name]: value }) }
  const words = rest.split(' ')
  const { status, stdout } = spawnSync(program!, words, { cwd: folder, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${line}\n${stdout}`)
}
