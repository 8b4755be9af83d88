import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Config } from '../kernel/config.ts'
import { createSecrets, type Secrets } from '../kernel/secrets.ts'

/** The secrets of the installation, sealed with the key that the settings name or that lies beside the database. */
export function openSecrets({ appKey, oldAppKeys, dataDir }: Config): Secrets {
  return createSecrets(appKey ?? keptKey(dataDir), oldAppKeys)
}

/** The key that seals secrets beside an embedded database; whoever copies the data copies the key with it. */
function keptKey(dataDir: string): Buffer {
  const path = join(dataDir, 'app.key')
  if (existsSync(path)) return Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  const key = randomBytes(32)
  if (dataDir.startsWith('memory:')) return key
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(path, `${key.toString('hex')}\n`, { mode: 0o600 })
  return key
}
