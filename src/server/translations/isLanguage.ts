import type { Backend } from '../backend.ts'

/** Whether people may choose a language: English, which stands in the code, and those that the business speaks. */
export async function isLanguage(backend: Backend, code: string): Promise<boolean> {
  const { translations } = backend.business
  return (
    code === 'en' || !translations || Object.hasOwn(await translations.languages(backend), code)
  )
}
