import { countForms, formsOf, placeholdersOf, type Texts } from '#schema'

/** What a language has too much or otherwise than the English, in words. */
export function faultsOf(language: string, texts: Texts, english: Texts): string[] {
  const unknown = Object.keys(texts).filter((key) => !(key in english))
  return [
    ...unknown.map((key) => `${language} has ${key}, which has no English text`),
    ...Object.entries(texts).flatMap(([key, text]) =>
      textFaults(language, key, text, english[key]),
    ),
  ]
}

/** The keys of the English texts that a language does not have; people read those in English. */
export const missingKeys = (texts: Texts, english: Texts): string[] =>
  Object.keys(english).filter((key) => !(key in texts))

function textFaults(
  language: string,
  key: string,
  text: string,
  original: string | undefined,
): string[] {
  if (original === undefined) return []
  const forms = formsOf(text)
  const [wanted, found] = [placeholdersOf(original), placeholdersOf(text)]
  const faults: string[] = []
  if (text.trim() === '' && original.trim() !== '') faults.push('is empty')
  if (wanted.join() !== found.join()) {
    faults.push(`has the placeholders ${found.join(', ')} instead of ${wanted.join(', ')}`)
  }
  const hasForms = formsOf(original).length > 1
  if (hasForms || forms.length > 1) {
    const due = countForms(language)
    if (forms.length !== due) faults.push(`has ${forms.length} forms; the language has ${due}`)
  }
  return faults.map((fault) => `${language}: ${key} ${fault}`)
}
