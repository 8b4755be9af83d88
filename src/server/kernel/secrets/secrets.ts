import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { fieldOf, type Resource } from '#schema'

import type { Config } from '../config.ts'

/** Seals what must be read back: secrets of integrations. */
export interface Secrets {
  /**
   * Seals a text for one place, by AES-256-GCM; moved to another place it does not open. The answer holds version, id of
   * the key, nonce, tag and text in base64url.
   */
  encrypt(text: string, place: string): string
  /** Opens what was sealed for one of the places. Undefined when it was changed or sealed with an unknown key. */
  decrypt(sealed: string, places: readonly string[]): string | undefined
  /** Whether a text is sealed as `encrypt` does it now. */
  isCurrent(sealed: string): boolean
  /** The key of fingerprints, by which other threads make them. */
  fingerprintKey: Buffer
  /** A keyed hash in base64url: equal for equal texts, and no guide to the text without the key. */
  hash(text: string): string
}

const version = 'v2'
/** Of the first release: without the id of the key, and for any place. */
const firstVersion = 'v1'

/** @param key 32 bytes: `APP_KEY`. @param old Keys that seal nothing any more, but open what they sealed. */
export function createSecrets(key: Buffer, old: readonly Buffer[] = []): Secrets {
  const keys = new Map([key, ...old].map((one) => [idOf(one), one]))
  const current = `${version}.${idOf(key)}.`
  return {
    fingerprintKey: key,
    encrypt(text, place) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      const parts = [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))
      return current + parts.join('.')
    },
    decrypt(sealed, places) {
      const [found, ...parts] = sealed.split('.')
      if (found === firstVersion) return firstOf([...keys.values()], (one) => open(one, parts))
      const known = found === version ? keys.get(parts.shift() ?? '') : undefined
      return known && firstOf(places, (place) => open(known, parts, place))
    },
    isCurrent: (sealed) => sealed.startsWith(current),
    hash: (text) => createHmac('sha256', key).update(text).digest('base64url'),
  }
}

/**
 * Returns what makes the fingerprints of texts, by HMAC-SHA-256 in base64url: kept where the text may not be, and found by the
 * text again. They outlive a change of `APP_KEY`, which seals their key.
 */
export const fingerprintsBy =
  (key: Uint8Array) =>
  (text: string): string =>
    createHmac('sha256', key).update(text).digest('base64url')

/** The same of an installation. */
export const fingerprints = ({ secrets }: { readonly secrets: Secrets }) =>
  fingerprintsBy(secrets.fingerprintKey)

/** Tells keys apart and says nothing of them. */
const idOf = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 8)

function firstOf<One>(all: readonly One[], attempt: (one: One) => string | undefined) {
  for (const one of all) {
    const text = attempt(one)
    if (text !== undefined) return text
  }
  return undefined
}

function open(key: Buffer, parts: readonly string[], place?: string): string | undefined {
  const [nonce, tag, sealed] = parts.map((part) => Buffer.from(part, 'base64url'))
  if (!nonce || !tag || !sealed) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAuthTag(tag)
    if (place !== undefined) decipher.setAAD(Buffer.from(place))
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8')
  } catch {
    // The library has no other way to say so.
    return undefined
  }
}

/** Where a sealed value stands: it opens nowhere else. */
export const placeOf = ({ name }: Pick<Resource, 'name'>, field: string, id: number) =>
  `${name}/${field}/${id}`

/** The place of a value, and those it had before its table or column was renamed. */
export function placesOf(resource: Resource, field: string, id: number): string[] {
  const tables = [resource.name, resource.renamedFrom ?? []].flat()
  const columns = [field, fieldOf(resource, field)?.options.renamedFrom ?? []].flat()
  return tables.flatMap((name) => columns.map((column) => placeOf({ name }, column, id)))
}

/** The secrets of the installation, sealed with the key that the settings name or that lies beside the database. */
export function openSecrets({ appKey, oldAppKeys, dataDir }: Config): Secrets {
  return createSecrets(appKey ?? storedKey(dataDir), oldAppKeys)
}

/** The key that seals secrets beside an embedded database; a copy of the data holds the key too. */
function storedKey(dataDir: string): Buffer {
  const path = join(dataDir, 'app.key')
  if (existsSync(path)) return Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  const key = randomBytes(32)
  if (dataDir.startsWith('memory:')) return key
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(path, `${key.toString('hex')}\n`, { mode: 0o600 })
  return key
}
