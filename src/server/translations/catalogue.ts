import type { Resource, Texts } from '#schema'

import type { PermissionDeclaration } from '../kernel/backend.ts'
import { words } from '../notifications/noticeTexts.ts'
import { allPermissions } from '../kernel/permissions.ts'
import { declaredTexts, permissionTexts } from './declaredTexts.ts'

export interface Catalogue {
  /** Every text of the console by key, sorted. */
  readonly texts: Texts
  /** Keys that stand for two texts. */
  readonly problems: readonly string[]
}

interface Sources {
  readonly resources: readonly Resource[]
  readonly permissions: readonly PermissionDeclaration[]
  /** The English texts that people edit. */
  readonly written: Texts
}

/** Returns every English text that a person can meet: those that people edit, and those of declarations. */
export const gatherTexts = ({ resources, permissions, written }: Sources): Catalogue =>
  unambiguous([
    ...Object.entries(written),
    ...declaredTexts(resources),
    ...permissionTexts(allPermissions(resources, permissions)),
    ...eventTexts(),
  ])

/** Whether a text comes from a declaration; the others are edited where they stand. */
export const isDeclared = (key: string): boolean =>
  /^(?:resources|permissions|permission_groups|notifications)\.|^console\.fields\./.test(key)

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
