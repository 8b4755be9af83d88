import { createInterpreter, createPlural, messageGroup, type Interpreter } from '#schema'

import type { Backend } from '../kernel/backend.ts'

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
  const translated = (isMeant: (key: string) => boolean) =>
    Object.entries(translations.english)
      .filter(([key]) => texts[key] !== undefined && isMeant(key))
      .map(([key, english]): [string, string] => [english, texts[key] ?? ''])
  // A resource's own name goes before a field or heading that is called the same.
  const names = new Map([...translated(isLabel), ...translated(isName)].flatMap(inEitherCase))
  return createInterpreter({
    messages: translated(isSaid),
    plural: createPlural(language),
    nameOf: (english) => names.get(english),
  })
}

const isLabel = (key: string) => key.startsWith('resources.')
const isName = (key: string) =>
  /^resources\.[^.]+\.(?:name|one)$/.test(key) || key === 'console.setting'

const inEitherCase = ([english, text]: [string, string]): [string, string][] => [
  [english, text],
  [english.toLowerCase(), text],
]

/** Whether the server sends the text in answers. */
const isSaid = (key: string) => /^(?:permissions|permission_groups)\./.test(key) || isMessage(key)
const isMessage = (key: string) => key.startsWith(`${messageGroup}.`)
