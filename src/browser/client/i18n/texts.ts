import { useCallback, useMemo } from 'react'
import { useTranslate } from 'react-admin'

import {
  fieldOf,
  labelKey,
  messageName,
  reachedOf,
  sentence,
  titleColumnFields,
  type KeyOf,
  type Resource,
} from '#schema'

import { numberText } from './formats.ts'

import common from '../../../texts/en/common.json'

type Common = typeof common

/** Returns a text of the console in the user's language: one of `common.json` or of the given English texts. */
export type Translate<Texts = Common> = (
  key: KeyOf<Texts | Common, 'console'>,
  values?: Readonly<Record<string, unknown>>,
) => string

/** Translates texts of the console; the English ones are those of `common.json` and of the given file of `src/texts/en`. */
export function useT<Texts extends Readonly<Record<string, string>> = Common>(
  english?: Texts,
): Translate<Texts> {
  const translate = useTranslate()
  return useMemo(() => createT(translate, english), [translate, english])
}

/** The same where no hook can be called. */
export function createT<Texts extends Readonly<Record<string, string>> = Common>(
  translate: ReturnType<typeof useTranslate>,
  english?: Texts,
): Translate<Texts> {
  const texts: Readonly<Record<string, string>> = english ?? common
  return (name, values) => {
    const key = `console.${name}`
    const known = texts[key] ?? (common as typeof texts)[key]
    return translate(key, known === undefined ? values : { ...values, _: known })
  }
}

/** Returns a function that renders a message of a declaration or of the connection. */
export function useMessage(): (message: string) => string {
  const translate = useTranslate()
  return useCallback((message) => translate(message), [translate])
}

/** Returns a function that says in the user's language what is kept in English, where it is a whole text of the server. */
export function useKeptText(): (text: string) => string {
  const translate = useTranslate()
  return (text) => translate(`messages.${messageName(text)}`, { _: text })
}

export interface Names {
  /** The name of many records. */
  readonly many: string
  /** The name of several records, which is another where `many` is that of a screen. */
  readonly several: string
  /** The name of one record. */
  readonly one: string
  /** So many records, as "3 reading rooms". */
  counted(count: number): string
  field(name: string): string
  /** The heading of a field's column in a list. */
  column(name: string): string
}

/** The names of a resource and its fields in the user's language. */
export function useNames(resource: Resource): Names {
  const translate = useTranslate()
  return useMemo(() => createNames(translate, resource), [translate, resource])
}

/** The same where no hook can be called. */
export function createNames(translate: ReturnType<typeof useTranslate>, resource: Resource): Names {
  const key = `resources.${resource.name}`
  const own = (of: Resource, name: string) =>
    translate(labelKey(of, name), { _: englishName(of, name) })
  const field = (name: string) => {
    const reached = reachedOf(resource, name)
    if (!reached) return own(resource, name)
    return `${own(resource, reached.by)} › ${own(reached.target, reached.name)}`
  }
  const many = translate(`${key}.name`, { smart_count: 2, _: resource.label })
  const one = translate(`${key}.one`, { _: resource.one })
  const several = resource.plural ? translate(`${key}.plural`, { _: resource.plural }) : many
  return {
    many,
    one,
    several,
    counted(count) {
      const things = (count === 1 ? one : several).toLowerCase()
      // Where a number changes the form of what it counts, names of resources do not stand behind it.
      const text = { things, count: numberText(count), _: common['console.counted_things'] }
      return translate('console.counted_things', text)
    },
    field,
    column: (name) =>
      titleColumnFields(resource)[0] === name
        ? translate(`${key}.title`, { _: resource.titleColumn })
        : field(name),
  }
}

function englishName(resource: Resource, name: string): string {
  return fieldOf(resource, name)?.options.label ?? sentence(name)
}

/** The message after a write. */
export function useDoneMessage(
  resource: Resource,
): (done: 'created' | 'updated' | 'deleted') => string {
  const t = useT()
  const { one } = useNames(resource)
  return (done) => {
    const thing = resource.messages === 'setting' ? t('setting') : one
    return t(`done.${done}`, { thing })
  }
}
