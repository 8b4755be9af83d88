import { useCallback } from 'react'
import { useTranslate } from 'react-admin'

import { fieldOf, sentence, type Resource } from '#schema'

export type Say = (key: string, english: string, values?: Record<string, unknown>) => string

/** Says a sentence of the console in the user's language; the English text stands behind the key. */
export function useText(): Say {
  const translate = useTranslate()
  return useCallback(
    (key, english, values) => translate(`console.${key}`, { ...values, _: english }),
    [translate],
  )
}

/** Says a message of a declaration or of the connection, which is thrown in English, in the user's language. */
export function useMessage(): (english: string) => string {
  const translate = useTranslate()
  return useCallback((english) => translate(english, { _: english }), [translate])
}

export interface Names {
  /** The name of many records. */
  readonly many: string
  /** The name of one record. */
  readonly one: string
  field(name: string): string
}

/** The names of a resource and its fields in the user's language. */
export function useNames(resource: Resource): Names {
  const translate = useTranslate()
  const key = `resources.${resource.name}`
  return {
    many: translate(`${key}.name`, { smart_count: 2, _: resource.label }),
    one: translate(`${key}.one`, { _: resource.one }),
    field: (name) =>
      translate(
        Object.hasOwn(resource.fields, name) ? `${key}.fields.${name}` : `console.fields.${name}`,
        {
          _: englishName(resource, name),
        },
      ),
  }
}

function englishName(resource: Resource, name: string): string {
  return fieldOf(resource, name)?.options.label ?? sentence(name)
}

/** The words after a write (specification 8, product.md 11). */
export function useDoneMessage(
  resource: Resource,
): (done: 'created' | 'updated' | 'deleted') => string {
  const say = useText()
  const { one } = useNames(resource)
  return (done) => {
    const thing = resource.messages === 'setting' ? say('setting', 'Setting') : one
    const words = { thing }
    if (done === 'created') return say('done.created', '%{thing} successfully created', words)
    if (done === 'updated') return say('done.updated', '%{thing} successfully updated', words)
    return say('done.deleted', '%{thing} successfully deleted', words)
  }
}
