import type { Resource, Texts } from '#schema'

import type { PermissionDeclaration } from '../kernel/declaredRights.ts'
import { noticeTexts } from '../notifications/noticeTexts.ts'
import { allPermissions } from '../kernel/permissions.ts'
import { declaredTexts } from './resourceTexts.ts'
import { permissionTexts } from './fieldTexts.ts'

export interface Catalogue {
  /** Every text of the console by key, sorted. */
  readonly texts: Texts
  /** Keys that stand for two texts. */
  readonly problems: readonly string[]
}

interface Sources {
  readonly resources: readonly Resource[]
  /** Left out: no text of a permission. */
  readonly permissions?: readonly PermissionDeclaration[]
  /** The English texts that people edit. */
  readonly written: Texts
}

/** Returns every English text that a person can meet: those that people edit, and those of declarations, which stand there alone. */
export function gatherTexts({ resources, permissions, written }: Sources): Catalogue {
  const declared = [
    ...declaredTexts(resources),
    ...(permissions ? permissionTexts(allPermissions(resources, permissions)) : []),
    ...eventTexts(),
  ]
  const { texts, problems } = unambiguous([...Object.entries(written), ...declared])
  const again = declared.flatMap(([key]) =>
    key in written ? [`${key} stands in a declaration: take it out of the English texts`] : [],
  )
  return { texts, problems: [...problems, ...new Set(again)] }
}

/** What the bell says. */
const eventTexts = () =>
  Object.entries(noticeTexts).flatMap(([event, { title, message }]) => [
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
