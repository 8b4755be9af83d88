import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dirname, '../..')

interface Block {
  /** As its first line says; where others of the page do not import it, the place on the page. */
  readonly name: string
  readonly code: string
}

/** The code of a page of docs, as it stands there. */
export function blocksOf(page: string): Block[] {
  const text = readFileSync(join(root, 'docs', page), 'utf8')
  const blocks = text.matchAll(/^```(tsx?)\n(?:\/\/ (\S+\.tsx?)\n)?([^]*?)^```$/gm)
  return [...blocks].map(([, kind, name, code = ''], at) => ({
    name: name ?? `${at}.${kind}`,
    code,
  }))
}

/**
 * Writes the code of a page into a folder of the build, `mend` it where it names what is not here, and returns what loads a
 * file of it, and what takes all away again.
 */
export function writeBlocks(page: string, folder: string, mend = (code: string) => code) {
  const place = join(root, 'dist', folder)
  const remove = () => rmSync(place, { recursive: true, force: true })
  remove()
  mkdirSync(place, { recursive: true })
  for (const { name, code } of blocksOf(page)) writeFileSync(join(place, name), mend(code))
  return {
    remove,
    // A page declares what it likes.
    load: (name: string): Promise<any> =>
      import(/* @vite-ignore */ pathToFileURL(join(place, name)).href),
  }
}
