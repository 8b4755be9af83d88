import type { Field } from '../../kinds/field.ts'
import { kindOf, targetOf } from '../../kinds/kinds.ts'
import { fieldOf, type Rule } from '../access.ts'
import { namesInRule } from '../query/filter.ts'
import { actionRule } from '../query/lookup.ts'
import type { ActionDeclaration } from '../actions.ts'
import { noField } from './meant.ts'
import type { Resource } from '../resource.ts'

/** A rule that looks along a reference at a field that is not there. */
export function* ruleFaults(
  resource: Resource,
  find: (name: string) => Resource | undefined,
): Generator<[place: string, fault: string]> {
  const { name, access, actions = {} } = resource
  const rules: [place: string, rule: Rule][] = [
    ...Object.entries<Rule>(access).map(([one, rule]): [string, Rule] => [`access.${one}`, rule]),
    ...Object.entries<ActionDeclaration>(actions).map(([one, action]): [string, Rule] => [
      `actions.${one}.permission`,
      actionRule(action),
    ]),
    ...Object.entries<Field>(resource.fields).flatMap(
      ([
        one,
        {
          options: { readBy },
        },
      ]) =>
        typeof readBy === 'function' ? [[`${one}.readBy`, readBy as Rule] as [string, Rule]] : [],
    ),
  ]
  for (const [place, rule] of rules) {
    const paths = [...(rule.paths ?? []), ...namesAskedBy(rule)]
    const broken = paths.find((path) => !isThere(resource, path.split('.'), find))
    if (broken !== undefined) yield [`${name}.${place}`, noField(broken, resource)]
    const barrier = barrierOf(rule)
    if (barrier !== undefined) {
      const way = `either(lacks('${barrier}'), can(…))`
      yield [
        `${name}.${place}`,
        `"${barrier}" shuts out those who may do everything too, who hold it: ${way} lets them in`,
      ]
    }
  }
}

/** The permission without which somebody who holds all others would be let in. */
function barrierOf(rule: Rule): string | undefined {
  const all = rule.permissions ?? []
  const isIn = (names: readonly string[]) => {
    try {
      return rule({ id: 0, name: '', email: '', permissions: new Set(names) }) !== false
    } catch {
      return true
    }
  }
  if (all.length === 0 || isIn(all)) return undefined
  return all.find((name) => isIn(all.filter((one) => one !== name)))
}

/** The fields that a rule made by hand filters by, for somebody without a permission. */
function namesAskedBy(rule: Rule): string[] {
  try {
    return namesInRule(rule({ id: 0, name: '', email: '', permissions: new Set() }))
  } catch {
    return []
  }
}

function isThere(
  resource: Resource,
  [name = '', ...rest]: readonly string[],
  find: (name: string) => Resource | undefined,
): boolean {
  const field = fieldOf(resource, name)
  if (!field) return false
  if (rest.length === 0) return kindOf(field).operators.length > 0
  const target = kindOf(field).column(field) === null ? undefined : find(targetOf(field) ?? '')
  return target !== undefined && rest.length === 1 && isThere(target, rest, find)
}
