import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { businessFolder, businessPath } from './businessFolder.ts'

interface Naming {
  /** What the business calls its console. */
  readonly name: string
  /** The sentence of its sign-in page; empty for the engine's own. */
  readonly claim: string
}

/** Returns `business.json` of a folder, Leadgate without one. Throws, naming the file, for what is no name or no sentence. */
export function readNaming(folder: string, path: string): Naming {
  const file = join(folder, 'business.json')
  if (!existsSync(file)) return { name: 'Leadgate', claim: '' }
  const { name, claim = '' }: { name?: unknown; claim?: unknown } = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  const refusal = (text: string) => new Error(`${path}/business.json: ${text}`)
  if (typeof name !== 'string' || name.trim() === '' || name.length > 40) {
    throw refusal('give the console a name of at most 40 characters, "name"')
  }
  if (typeof claim !== 'string' || claim.length > 80) {
    throw refusal('"claim" is the sentence of the sign-in page, of at most 80 characters')
  }
  return { name: name.trim(), claim: claim.trim() }
}

export const { name: productName, claim: productClaim } = readNaming(businessFolder, businessPath)
