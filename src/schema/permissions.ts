import type { Field } from '../kinds/field.ts'
import type { Rule } from './access.ts'
import type { ActionDeclaration } from './actions.ts'
import { cardRule, type DeclaredCard } from './cards.ts'
import { actionRule, relatedOf } from './query/lookup.ts'
import { ownRights, type Resource } from './resource.ts'
import { viewRule, type DeclaredView } from './views.ts'

type Read = [place: string, permissions: readonly string[]]

/** Every permission string that the declaration reads, each once. */
export const permissionsOf = (resource: Resource): string[] => [
  ...new Set([...readIn(resource), ...grantedBy(resource)].flatMap(([, names]) => names)),
]

/**
 * The permissions that a declaration makes: those of its operations and actions, of its option list, and of its files. What
 * else it reads the business lists.
 */
export function permissionsMade(resource: Resource): string[] {
  const { permission, operations, actions = {} } = resource
  return [
    ...ownRights(permission, operations),
    ...Object.keys(actions).map((action) => `${permission}.${action}`),
    ...grantedBy(resource).flatMap(([, names]) => names),
  ]
}

/** The permission strings that rules and fields read, with the place of each. */
export function readIn({ access, fields, actions = {}, ...resource }: Resource): Read[] {
  const declared = Object.entries<ActionDeclaration>(actions)
  const views = Object.entries<DeclaredView>(resource.views ?? {})
  const cards = Object.entries<DeclaredCard>(resource.cards ?? {})
  const inputs = declared.flatMap(([name, { input, answer }]): [string, Field][] => [
    ...Object.entries<Field>(input ?? {}).map(placed(`actions.${name}.input.`)),
    ...Object.entries<Field>(answer ?? {}).map(placed(`actions.${name}.answer.`)),
  ])
  return [
    ...Object.entries<Rule>(access).map(([one, rule]) => of(`access.${one}`, rule)),
    ...[...Object.entries<Field>(fields), ...inputs].flatMap(([name, field]) =>
      readByField(name, field),
    ),
    ...declared.map(([name, one]) => of(`actions.${name}.permission`, actionRule(one))),
    ...views.map(([name, view]) => of(`views.${name}`, viewRule(view))),
    ...relatedOf(resource.show ?? []).map(([name, one]) => of(`show.${name}`, viewRule(one))),
    ...cards.map(([name, card]) => of(`cards.${name}`, cardRule(card))),
  ]
}

const placed =
  (before: string) =>
  ([name, field]: [string, Field]): [string, Field] => [before + name, field]

const of = (place: string, rule: Rule | undefined): Read => [place, rule?.permissions ?? []]

function readByField(name: string, { options }: Field): Read[] {
  const { readBy, writeBy, unmaskBy, exportBy } = options
  const given = { writeBy, unmaskBy, exportBy }
  return [
    typeof readBy === 'function'
      ? of(`${name}.readBy`, readBy as Rule)
      : [`${name}.readBy`, readBy === undefined ? [] : [readBy]],
    ...Object.entries(given).map(([option, permission]): Read => [
      `${name}.${option}`,
      permission === undefined ? [] : [permission],
    ]),
  ]
}

/** What only this declaration has a use for. */
function grantedBy({ options, import: files, cards = {} }: Resource): Read[] {
  const { undo = {}, outcomes, markBy } = files ?? {}
  return [
    ['options.permission', [options?.permission ?? []].flat()],
    ['import.undo', Object.values(undo)],
    ['import.outcomes', outcomes ? [outcomes.permission] : []],
    ['import.markBy', markBy ? [markBy] : []],
    // What opens the dashboard.
    ['cards', Object.keys(cards).length > 0 ? ['dashboard.view'] : []],
  ]
}
