import { basename, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the project, with a slash at its end. */
export const root = fileURLToPath(new URL('../../..', import.meta.url))
const chosen = process.env['BUSINESS']

/** The folder of the business that runs: `BUSINESS`, seen from the root of the project, or the one that comes with it. */
export const businessFolder = resolve(root, chosen || 'resources')

/** The same for people, `examples/hire`. */
export const businessPath = relative(root, businessFolder)

/** What tells the build and the data of one business from those of another, `-hire`; nothing for the one that comes with it. */
export const businessSuffix = (folder: string | undefined) => (folder ? `-${basename(folder)}` : '')

/** Where the console of the business is built. */
export const buildFolder = join(root, `dist/browser${businessSuffix(chosen)}`)
