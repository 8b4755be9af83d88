import { existsSync } from 'node:fs'
import { basename, isAbsolute, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The ending of the code that runs: that of the sources, or of the server that was built of them. */
export const codeEnding = import.meta.url.endsWith('.ts') ? '.ts' : '.js'

const tree = fileURLToPath(new URL('../../..', import.meta.url))

/** The folder of the project, with a slash at its end. The built server stands two folders below it, in the same order. */
export const root = codeEnding === '.ts' ? tree : resolve(tree, '../..') + '/'
const chosen = process.env['BUSINESS']

/** The folder of the business that runs: `BUSINESS`, seen from the root of the project, or the one that comes with it. */
export const businessFolder = resolve(tree, chosen || 'resources')

/** The same for people, `examples/hire`. */
export const businessPath = relative(tree, businessFolder)

/** Says why nothing of a business can be read there, or begun; undefined where it can. */
export function businessFault({ isBegun = false } = {}): string | undefined {
  const isOutside = businessPath.startsWith('..') || isAbsolute(businessPath)
  if (isOutside) return `BUSINESS: ${businessFolder} is not within the project, ${tree}`
  if (isBegun || existsSync(join(businessFolder, `index.server${codeEnding}`))) return undefined
  return `BUSINESS: there is none in ${businessPath}. Begin it with npm run resource`
}

/** What tells the build and the data of one business from those of another, `-hire`; nothing for the one that comes with it. */
export const businessSuffix = (folder: string | undefined) => (folder ? `-${basename(folder)}` : '')

/** Where the console of the business is built. */
export const buildFolder = join(root, `dist/browser${businessSuffix(chosen)}`)

/** Where the build before stays, whose files the pages that are open ask for. */
export const formerOf = (folder: string): string => `${folder}.former`

/** Where the server of the business is built, in the order of the sources. */
export const serverFolder = join(root, `dist/server${businessSuffix(chosen)}`)
