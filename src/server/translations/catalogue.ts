import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { messageGroup, messageName, type Resource, type Texts } from '#schema'

import type { PermissionDeclaration } from '../kernel/backend.ts'
import { words } from '../notifications/noticeTexts.ts'
import { allPermissions } from '../kernel/permissions.ts'
import { declaredTexts, permissionTexts } from './declaredTexts.ts'
import { firstPageTexts, messagesIn, screenTexts, thrownIn } from './sourceTexts.ts'

export interface Catalogue {
  /** Every text of the console by key, sorted. */
  readonly texts: Texts
  /** Texts that cannot be found, and keys that stand for two. */
  readonly problems: readonly string[]
}

export interface Sources {
  /** The folder that holds `src` and `resources`. */
  readonly root: string
  readonly resources: readonly Resource[]
  readonly permissions: readonly PermissionDeclaration[]
  /** The English texts that people edit. */
  readonly written: Texts
}

/** Gathers every text that a person can meet, from the declarations and from the code. */
export async function gatherTexts(sources: Sources): Promise<Catalogue> {
  const { resources, permissions, written } = sources
  const screens = await filesOf(sources.root, isOfBrowser)
  const declared = [
    ...declaredTexts(resources),
    ...permissionTexts(allPermissions(resources, permissions)),
  ]
  const known = new Set(declared.map(([, english]) => english))
  const files = await filesOf(sources.root, mayTell)
  const messages = [
    ...screens.flatMap(({ name, code }) => thrownIn(name, code)),
    ...screens
      .filter(({ name }) => /[\\/]login[\\/]/.test(name))
      .flatMap(({ name, code }) => firstPageTexts(name, code)),
    ...files
      .flatMap(({ name, code }) => messagesIn(name, code))
      .filter((message) => !known.has(message)),
  ]
  return unambiguous([
    ...Object.entries(written),
    ...screens.flatMap(({ name, code }) => screenTexts(name, code)),
    ...declared,
    ...eventTexts(),
    ...[...new Set(messages)].map((one) => [`${messageGroup}.${messageName(one)}`, one] as const),
  ])
}

/** Whether a text comes from a declaration or from code; the others are edited where they stand. */
export const isGathered = (key: string): boolean =>
  !key.startsWith('console.') || /^console\.(?:fields|groups)\./.test(key)

const isOfBrowser = (name: string) =>
  /^(?:src[\\/](?:browser|features|system)|resources|src[\\/]kinds[\\/].*\.browser\.)/.test(name) &&
  /(?<!\.server)\.tsx?$/.test(name)

/** Code whose sentences reach people; start-up, tools and documents of the API speak to operators and programs. */
const mayTell = (name: string) =>
  /^(?:src[\\/](?:schema|kinds|contract|server|system)|resources)[\\/].*(?<!\.browser)\.ts$|^src[\\/]features[\\/].*\.server\.ts$/.test(
    name,
  ) && !silent.test(name.replaceAll('\\', '/'))

const silent =
  /^src\/schema\/check|^src\/server\/(?:database|openapi|sealing|translations|http\/platform\/(?!badAddress))\/|^src\/server\/(?:kernel\/(?:config|log|permissions)|main|process|start|startProblem|stopping)\.ts|^src\/server\/notifications\/noticeTexts|^resources\/(?:seed\/|translations\/|permissions|roles)/

async function filesOf(root: string, isMeant: (name: string) => boolean) {
  const folders = await Promise.all(
    ['src', 'resources'].map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true })).map((name) => join(folder, name)),
    ),
  )
  const names = folders.flat().filter(isMeant).sort()
  return Promise.all(
    names.map(async (name) => ({ name, code: await readFile(join(root, name), 'utf8') })),
  )
}

/** What the bell says (product.md 14). */
const eventTexts = () =>
  Object.entries(words).flatMap(([event, { title, message }]) => [
    [`notifications.${event}.title`, title] as const,
    [`notifications.${event}.message`, message] as const,
  ])

function unambiguous(entries: readonly (readonly [string, string])[]): Catalogue {
  const texts = new Map<string, string>()
  const problems = new Set<string>()
  for (const [key, english] of entries) {
    const known = texts.get(key) ?? english
    if (known !== english) problems.add(`${key} stands for "${known}" and for "${english}"`)
    texts.set(key, known)
  }
  const sorted = [...texts].sort(([one], [other]) => (one < other ? -1 : 1))
  return { texts: Object.fromEntries(sorted), problems: [...problems] }
}
