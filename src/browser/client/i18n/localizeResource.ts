import type { useTranslate } from 'react-admin'

import {
  mapValues,
  messageName,
  sentence,
  type ActionDeclaration,
  type Field,
  type Fields,
  type ImportOutcomes,
  type JobDeclaration,
  type Related,
  type ShowLayout,
  type Resource,
  kindOf,
} from '#schema'

type Translate = ReturnType<typeof useTranslate>

/** The same resource with its words in the user's language. Who reads a declaration need not think of languages. */
export function localizeResource(resource: Resource, translate: Translate): Resource {
  const key = `resources.${resource.name}`
  const { label, one, opens, fields, form, show, actions, jobs, import: files } = resource
  const layout = <L extends ShowLayout<string>>(sections: L) =>
    localizeLayout(key, sections, translate)
  return {
    ...resource,
    label: translate(`${key}.name`, { smart_count: 2, _: label }),
    one: translate(`${key}.one`, { _: one }),
    ...(opens && { opens: translate(`${key}.opens`, { _: opens }) }),
    fields: localizeFields(key, fields, translate),
    form: layout(form),
    ...(files?.outcomes && {
      import: { ...files, outcomes: localizeOutcomes(key, files.outcomes, translate) },
    }),
    ...(show && { show: layout(show) }),
    ...(actions && { actions: localizeActions(key, actions, translate) }),
    ...(jobs && { jobs: localizeJobs(key, jobs, translate) }),
  }
}

function localizeOutcomes(
  key: string,
  { label, fields, ...rest }: ImportOutcomes,
  translate: Translate,
): ImportOutcomes {
  const own = `${key}.outcomes`
  return {
    ...rest,
    label: translate(`${own}.label`, { _: label }),
    fields: localizeFields(own, fields, translate),
  }
}

function localizeFields(key: string, fields: Fields, translate: Translate): Fields {
  return mapValues(fields, (field: Field, name) => {
    const { label = sentence(name), help, without, none, headers = [] } = field.options
    const options = {
      ...field.options,
      label: translate(`${key}.fields.${name}`, { _: label }),
      // Files with the English names are still understood.
      headers: [...headers, label],
      ...(help && { help: translate(`${key}.help.${name}`, { _: help }) }),
      ...(without && { without: translate(`${key}.without.${name}`, { _: without }) }),
      ...(none && { none: translate(`${key}.none.${name}`, { _: none }) }),
    }
    const { choices, withChoices, cells, withCells } = kindOf(field)
    const labels = localizeChoices(`${key}.choices.${name}`, choices?.(field) ?? {}, translate)
    const localized = { ...field, options }
    const inner = cells && localizeFields(`${key}.cells.${name}`, cells(field), translate)
    return (inner ? withCells?.(localized, inner) : withChoices?.(localized, labels)) ?? localized
  })
}

function localizeChoices(
  key: string,
  choices: Readonly<Record<string, string>>,
  translate: Translate,
): Record<string, string> {
  return mapValues(choices, (text, value) => translate(`${key}.${value}`, { _: text }))
}

function localizeLayout<Layout extends ShowLayout<string>>(
  key: string,
  layout: Layout,
  translate: Translate,
): Layout {
  if (Array.isArray(layout)) return layout
  const localizeHeading = (text: string) =>
    translate(`${key}.sections.${messageName(text)}`, { _: text })
  const entries = Object.entries(layout as Record<string, readonly string[] | Related>)
  const parts = entries.map(([heading, part]) => [
    localizeHeading(heading),
    'tab' in part && part.tab ? { ...part, tab: localizeHeading(part.tab) } : part,
  ])
  return Object.fromEntries(parts)
}

function localizeJobs(key: string, jobs: NonNullable<Resource['jobs']>, translate: Translate) {
  return mapValues(jobs, ({ label, asked }, name): JobDeclaration => {
    const own = `${key}.jobs.${name}`
    return {
      label: translate(`${own}.label`, { _: label }),
      ...(asked && { asked: localizeFields(own, asked, translate) }),
    }
  })
}

function localizeActions(key: string, actions: object, translate: Translate) {
  return mapValues<string, ActionDeclaration, ActionDeclaration>({ ...actions }, (action, name) => {
    const own = `${key}.actions.${name}`
    const { label, confirm, done, input, answer } = action
    return {
      ...action,
      label: translate(`${own}.label`, { _: label }),
      ...(done && { done: translate(`${own}.done`, { _: done }) }),
      ...(confirm && { confirm: translate(`${own}.confirm`, { _: confirm }) }),
      ...(input && { input: localizeFields(own, input, translate) }),
      ...(answer && { answer: localizeFields(`${own}.answer`, answer, translate) }),
    }
  })
}
