import { countForms, formsOf, placeholdersOf, type Texts } from '#schema'

/** What a language has too little, too much or otherwise than the English, in words. */
export function faultsOf(language: string, texts: Texts, english: Texts): string[] {
  const missing = Object.keys(english).filter((key) => !(key in texts))
  const unknown = Object.keys(texts).filter((key) => !(key in english))
  return [
    ...missing.map((key) => `${language} lacks ${key}: ${english[key]}`),
    ...unknown.map((key) => `${language} has ${key}, which nobody says`),
    ...Object.entries(texts).flatMap(([key, text]) =>
      textFaults(language, key, text, english[key]),
    ),
  ]
}

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
