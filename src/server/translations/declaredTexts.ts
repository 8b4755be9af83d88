import {
  messageName,
  sectionsOf,
  sentence,
  systemFields,
  type ActionDeclaration,
  type Field,
  type Fields,
  type FormLayout,
  type Resource,
  kindOf,
} from '#schema'

import type { PermissionDeclaration } from '../kernel/backend.ts'

type Text = readonly [key: string, english: string]

/** The texts that stand in declarations: names, fields, choices, headings, actions. */
export function declaredTexts(resources: readonly Resource[]): Text[] {
  const groups = resources.flatMap(({ group }) => group ?? [])
  return [
    ...groups.map((group): Text => [`console.groups.${messageName(group)}`, group]),
    ...Object.entries(systemFields).map(([name, field]): Text => [
      `console.fields.${name}`,
      field.options.label ?? sentence(name),
    ]),
    ...resources.flatMap(resourceTexts),
  ]
}

function resourceTexts(resource: Resource): Text[] {
  const { name, label, one, fields, form, show, actions = {} } = resource
  const key = `resources.${name}`
  return [
    [`${key}.name`, label],
    [`${key}.one`, one],
    ...fieldTexts(key, fields),
    ...headings(key, form),
    ...headings(key, show),
    ...Object.entries<ActionDeclaration>(actions).flatMap(([action, declared]) =>
      actionTexts(`${key}.actions.${action}`, declared),
    ),
  ]
}

function fieldTexts(key: string, fields: Fields): Text[] {
  return Object.entries(fields).flatMap(([name, field]: [string, Field]): Text[] => {
    const { label = sentence(name), help } = field.options
    const choices = kindOf(field).choices?.(field) ?? {}
    return [
      [`${key}.fields.${name}`, label],
      ...(help ? [[`${key}.help.${name}`, help] as const] : []),
      ...Object.entries(choices).map(
        ([value, text]) => [`${key}.choices.${name}.${value}`, text] as const,
      ),
    ]
  })
}

function headings(key: string, layout: FormLayout<string> | undefined): Text[] {
  return sectionsOf(layout ?? [])
    .filter(([heading]) => heading !== '')
    .map(([heading]) => [`${key}.sections.${messageName(heading)}`, heading])
}

function actionTexts(key: string, { label, confirm, input = {} }: ActionDeclaration): Text[] {
  return [
    [`${key}.label`, label],
    ...(confirm ? [[`${key}.confirm`, confirm] as const] : []),
    ...fieldTexts(key, input),
  ]
}

/** The descriptions of permissions and their groups, as the role editor shows them. */
export function permissionTexts(permissions: readonly PermissionDeclaration[]): Text[] {
  return permissions.flatMap(({ name, group, description }): Text[] => [
    [`permissions.${name}`, description],
    [`permission_groups.${messageName(group)}`, group],
  ])
}
