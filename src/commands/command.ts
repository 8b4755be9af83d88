import { openDatabase } from '../server/database/open.ts'
import { readConfig, type Config } from '../server/kernel/config.ts'
import { businessFolder, businessPath } from '../server/kernel/businessFolder.ts'
import type { Database } from '../server/kernel/database.ts'

/** Runs a command of the operator. What goes wrong is told in one line, and the exit code is 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    console.error(error instanceof Error ? `${placeOf(error)}${error.message}` : error)
    process.exitCode = 1
  }
}

/** Where in the business a mistake of its code lies, like `shop/order.ts:12: `; nothing for a fault that says so itself. */
function placeOf(error: Error): string {
  if (error.constructor === Error) return ''
  const [, below = ''] = error.stack?.split(`${businessFolder}/`) ?? []
  const [, place] = /^([^\s:)]+:\d+)/.exec(below) ?? []
  return place === undefined ? '' : `${businessPath}/${place}: `
}

/** Runs a command with the database of the environment, which is closed at the end. */
export const runWithDatabase = (
  command: (database: Database, config: Config) => Promise<void>,
): Promise<void> =>
  runCommand(async () => {
    const config = readConfig(process.env)
    const database = await openDatabase(config, console)
    await command(database, config).finally(() => database.close())
  })
