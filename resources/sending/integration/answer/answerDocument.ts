import { parseJson } from '../../../exactJson.ts'
import { readPath, textOfValue } from './readPath.ts'
import { readXml, readXmlPath } from './readXml.ts'

/** What an HTTP answer is read by. */
export interface ReceivedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly isTruncated: boolean
}

/** An answer, read as what it can be. */
export interface AnswerDocument extends ReceivedAnswer {
  /** Or a form, whose names are read as those of JSON. */
  readonly isJson: boolean
  readonly isXml: boolean
  /** A page for people: of a proxy, a login or maintenance. */
  readonly isPage: boolean
  json(path: string): unknown
  xml(path: string): string | undefined
  header(name: string): string | undefined
}

export function answerDocument(answer: ReceivedAnswer): AnswerDocument {
  const headers = new Map(
    Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const isForm = headers.get('content-type')?.includes('x-www-form-urlencoded') && answer.body
  const value = answer.isTruncated
    ? undefined
    : (parseJson(answer.body) ??
      (isForm ? Object.fromEntries(new URLSearchParams(isForm)) : undefined))
  const xml = value !== undefined || answer.isTruncated ? undefined : readXml(answer.body)
  return {
    ...answer,
    isJson: value !== undefined,
    isXml: xml !== undefined,
    isPage: /^\s*(?:<!--[^]{0,500}?-->\s*)?<(?:!doctype\s+html|html)\b/i.test(answer.body),
    json: (path) => readPath(value, path),
    xml: (path) => (xml ? readXmlPath(xml, path) : undefined),
    header: (name) => headers.get(name.trim().toLowerCase()),
  }
}

/** The text that stands at one of the paths, the first that has one: in JSON, in XML, or in no document at all. */
export function firstText(document: AnswerDocument, paths: readonly string[] | null) {
  for (const path of paths ?? []) {
    const found = document.isXml ? document.xml(path) : textOfValue(document.json(path))
    if (found !== undefined && found.trim() !== '') return found.trim()
  }
  return undefined
}
