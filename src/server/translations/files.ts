import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Texts } from '#schema'

/** No file has more texts, so that people can find their way in it. */
const maxTexts = 240

/** The texts of a language by file: by group, a group that is too long by its next name, and of such a resource its fields apart. */
export function byFile(texts: Texts): Map<string, Texts> {
  const files = new Map<string, Record<string, string>>()
  const keys = Object.keys(texts)
  const isLong = longerThan(keys, groupOf)
  const isLongPart = longerThan(keys, partOf)
  for (const [key, text] of Object.entries(texts)) {
    const [group, part] = [groupOf(key), partOf(key)]
    const isField = isLongPart(part) && key.startsWith(`${part}.fields.`)
    const name = !isLong(group) ? group : isField ? `${part}.fields` : part
    files.set(name, { ...files.get(name), [key]: text })
  }
  return files
}

const groupOf = (key: string) => key.split('.', 1)[0] ?? key

/** Resources are told apart by name, all other texts by their first letter. */
function partOf(key: string): string {
  const group = groupOf(key)
  const rest = key.slice(group.length + 1)
  if (group === 'resources') return `${group}.${rest.split('.', 1)[0] ?? rest}`
  const letter = rest.charAt(0).toLowerCase()
  return `${group}.${letter <= 'e' ? 'a-e' : letter <= 'l' ? 'f-l' : letter <= 'r' ? 'm-r' : 's-z'}`
}

/** Whether more texts than a file should have are of one name. */
function longerThan(keys: readonly string[], nameOf: (key: string) => string) {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(nameOf(key), (counts.get(nameOf(key)) ?? 0) + 1)
  return (name: string) => (counts.get(name) ?? 0) > maxTexts
}

/** Writes a language anew; files that hold nothing any more go. */
export async function writeTexts(folder: string, texts: Texts): Promise<void> {
  const files = byFile(texts)
  const known = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  await Promise.all(
    known.filter((name) => !files.has(name.slice(0, -5))).map((name) => rm(join(folder, name))),
  )
  await Promise.all(
    [...files].map(([name, own]) =>
      writeFile(join(folder, `${name}.json`), `${visible(JSON.stringify(own, null, 2))}\n`),
    ),
  )
}

/** Marks of direction, which no editor shows, as escapes. */
const visible = (json: string) =>
  json.replace(/[\u200e\u200f\u2066-\u2069]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16)}`)
