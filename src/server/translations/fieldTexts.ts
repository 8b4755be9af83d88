import {
  messageName,
  sentence,
  type ActionDeclaration,
  type Field,
  type Fields,
  kindOf,
} from '#schema'

import type { PermissionDeclaration } from '../kernel/declaredRights.ts'

export type Text = readonly [key: string, english: string]

export function fieldTexts(key: string, fields: Fields): Text[] {
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

export function actionTexts(key: string, action: ActionDeclaration): Text[] {
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
export function permissionTexts(permissions: readonly PermissionDeclaration[]): Text[] {
  return permissions.flatMap(({ name, group, description }): Text[] => [
    [`permissions.${name}`, description],
    [`permission_groups.${messageName(group)}`, group],
  ])
}
