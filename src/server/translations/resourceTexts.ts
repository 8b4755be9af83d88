import {
  type Resource,
  messageName,
  relatedOf,
  sectionsOf,
  labelOf,
  sentence,
  systemFields,
  checkKey,
  type ActionDeclaration,
  type DeclaredCard,
  type ShowLayout,
} from '#schema'

import { type Text, fieldTexts, actionTexts } from './fieldTexts.ts'

/** The texts that stand in declarations: names, fields, choices, headings, actions. */
export function declaredTexts(resources: readonly Resource[]): Text[] {
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

function headings(key: string, layout: ShowLayout<string> = []): Text[] {
  const tabs = relatedOf(layout).flatMap(([heading, { tab = heading }]) => [heading, tab])
  return [...sectionsOf(layout).map(([heading]) => heading), ...tabs]
    .filter((heading) => heading !== '')
    .map((heading) => [`${key}.sections.${messageName(heading)}`, heading])
}

function outcomesTexts(key: string, { import: files }: Resource): Text[] {
  const outcomes = files?.outcomes
  return outcomes ? [[`${key}.label`, outcomes.label], ...fieldTexts(key, outcomes.fields)] : []
}
