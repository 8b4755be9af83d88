import { createInterpreter, createPlural, messageGroup, type Interpreter } from '#schema'

import type { Backend } from '../backend.ts'

/** Seconds until an edited text is heard of; the browser asks every 120 (specification 9). */
const freshFor = 10_000

/** More languages at once than these are made up. */
const most = 100

interface Known {
  readonly at: number
  readonly interpreter: Promise<Interpreter | undefined>
}

/** Who says the server's messages in a language; undefined where nothing differs from the English in the code. */
export function createInterpreters(
  backend: Backend,
): (language: string) => Promise<Interpreter | undefined> {
  const known = new Map<string, Known>()
  return (language) => {
    const found = known.get(language)
    if (found && Date.now() - found.at < freshFor) return found.interpreter
    if (known.size >= most) known.clear()
    const interpreter = interpreterOf(backend, language)
    // What failed once is asked again.
    interpreter.catch(() => known.delete(language))
    known.set(language, { at: Date.now(), interpreter })
    return interpreter
  }
}

async function interpreterOf(backend: Backend, language: string): Promise<Interpreter | undefined> {
  const { translations } = backend.business
  const texts = await translations?.texts(language, backend)
  if (!translations || !texts || Object.keys(texts).length === 0) return undefined
  const messages: [string, string][] = []
  const names = new Map<string, string>()
  for (const [key, english] of Object.entries(translations.english)) {
    const text = texts[key]
    if (text === undefined) continue
    const group = key.slice(0, key.indexOf('.'))
    if (group === 'resources' || key === 'console.setting') names.set(english, text).set(english.toLowerCase(), text)
    else if (said.has(group)) messages.push([english, text])
  }
  return createInterpreter({
    messages,
    plural: createPlural(language),
    nameOf: (english) => names.get(english),
  })
}

/** The groups of texts that the server sends in answers. */
const said: ReadonlySet<string> = new Set([messageGroup, 'permissions', 'permission_groups'])
