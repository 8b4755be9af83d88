import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import {
  type Resource,
  type Texts,
  messageName,
  relatedOf,
  sectionsOf,
  labelOf,
  sentence,
  systemFields,
  checkKey,
  type ActionDeclaration,
  type DeclaredCard,
  type Field,
  type Fields,
  type ShowLayout,
  kindOf,
} from '#schema'

import type { Business } from '../kernel/backend.ts'
import type { PermissionDeclaration } from '../kernel/declaredRights.ts'
import { noticeTexts } from '../notifications/noticeTexts.ts'
import { allPermissions } from '../kernel/permissions.ts'
import { engineTexts, readTexts, textsFolder } from './engineTexts.ts'

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

/** The parts of a business that its texts come from. */
type Sayings = Pick<Business, 'module' | 'resources' | 'permissions'>

/** Where a business keeps its texts, in a folder for each language. */
export const translationsOf = ({ module }: Pick<Business, 'module'>): string =>
  fileURLToPath(new URL('./translations', module))

/** Returns every English text of the engine and a business, which keeps those that stand in no declaration in `translations/en`. */
export function businessTexts(business: Sayings): Catalogue {
  const written = readTexts(`${translationsOf(business)}/en`)
  return gatherTexts({ ...business, written: { ...engineTexts, ...written } })
}

/** Returns the codes of the languages that a folder of texts ships, but English. */
export function languagesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries.filter((one) => one.isDirectory() && one.name !== 'en').map(({ name }) => name)
}

/** Returns those of the engine and of a business. */
export const shippedLanguages = (business: Pick<Business, 'module'>): string[] => [
  ...new Set([textsFolder, translationsOf(business)].flatMap(languagesIn)),
]

/** Returns the texts of a language that come with the release: the engine's, and those of a business. */
export const shippedTexts = (business: Pick<Business, 'module'>, language: string): Texts => ({
  ...readTexts(`${textsFolder}/${language}`),
  ...readTexts(`${translationsOf(business)}/${language}`),
})

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

type Text = readonly [key: string, english: string]

/** The texts that stand in declarations: names, fields, choices, headings, actions. */
function declaredTexts(resources: readonly Resource[]): Text[] {
  const groups = resources.flatMap(({ group }) => group ?? [])
  return [
    ...groups.map((group): Text => [`console.groups.${messageName(group)}`, group]),
    ...Object.entries(systemFields).map(([name, field]): Text => [
      `console.fields.${name}`,
      labelOf(name, field),
    ]),
    ...resources.flatMap(resourceTexts),
  ]
}

function resourceTexts(resource: Resource): Text[] {
  const {
    name,
    label,
    one,
    plural,
    opens,
    titleColumn,
    fields,
    form,
    show,
    checks,
    cards = {},
    views = {},
    actions = {},
    jobs = {},
  } = resource
  const key = `resources.${name}`
  return [
    [`${key}.name`, label],
    [`${key}.one`, one],
    ...(plural ? [[`${key}.plural`, plural] satisfies Text] : []),
    ...(opens ? [[`${key}.opens`, opens] satisfies Text] : []),
    ...(titleColumn ? [[`${key}.title`, titleColumn] satisfies Text] : []),
    ...fieldTexts(key, fields),
    ...(checks ?? []).map(({ message }): Text => [checkKey(name, message), message]),
    ...outcomesTexts(`${key}.outcomes`, resource),
    ...headings(key, form),
    ...headings(key, show),
    ...Object.entries<DeclaredCard>(cards).map(([card, { label: said }]): Text => [
      `${key}.cards.${card}`,
      said ?? sentence(card),
    ]),
    ...Object.keys(views).map((view): Text => [`${key}.views.${messageName(view)}`, view]),
    ...Object.entries<ActionDeclaration>(actions).flatMap(([action, declared]) =>
      actionTexts(`${key}.actions.${action}`, declared),
    ),
    ...Object.entries(jobs).flatMap(([job, { label: said, asked = {} }]): Text[] => [
      [`${key}.jobs.${job}.label`, said],
      ...fieldTexts(`${key}.jobs.${job}`, asked),
    ]),
  ]
}

function outcomesTexts(key: string, { import: files }: Resource): Text[] {
  const outcomes = files?.outcomes
  return outcomes ? [[`${key}.label`, outcomes.label], ...fieldTexts(key, outcomes.fields)] : []
}

function fieldTexts(key: string, fields: Fields): Text[] {
  return Object.entries(fields).flatMap(([name, field]: [string, Field]): Text[] => {
    const { label = sentence(name), help, without, none } = field.options
    const { choices: choicesOf, cells } = kindOf(field)
    const choices = choicesOf?.(field) ?? {}
    return [
      [`${key}.fields.${name}`, label],
      ...(help ? [[`${key}.help.${name}`, help] as const] : []),
      ...(without ? [[`${key}.without.${name}`, without] as const] : []),
      ...(none ? [[`${key}.none.${name}`, none] as const] : []),
      ...Object.entries(choices).map(
        ([value, text]) => [`${key}.choices.${name}.${value}`, text] as const,
      ),
      ...fieldTexts(`${key}.cells.${name}`, cells?.(field) ?? {}),
    ]
  })
}

function headings(key: string, layout: ShowLayout<string> = []): Text[] {
  const tabs = relatedOf(layout).flatMap(([heading, { tab = heading }]) => [heading, tab])
  return [...sectionsOf(layout).map(([heading]) => heading), ...tabs]
    .filter((heading) => heading !== '')
    .map((heading) => [`${key}.sections.${messageName(heading)}`, heading])
}

function actionTexts(key: string, action: ActionDeclaration): Text[] {
  const { label, confirm, done, input = {}, answer = {} } = action
  return [
    [`${key}.label`, label],
    ...(confirm ? [[`${key}.confirm`, confirm] as const] : []),
    ...(done ? [[`${key}.done`, done] as const] : []),
    ...fieldTexts(key, input),
    ...fieldTexts(`${key}.answer`, answer),
  ]
}

/** The descriptions of permissions and their groups, as the role editor shows them. */
function permissionTexts(permissions: readonly PermissionDeclaration[]): Text[] {
  return permissions.flatMap(({ name, group, description }): Text[] => [
    [`permissions.${name}`, description],
    [`permission_groups.${messageName(group)}`, group],
  ])
}
