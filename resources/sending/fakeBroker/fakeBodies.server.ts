import type { IncomingMessage } from 'node:http'

export type Row = Readonly<Record<string, unknown>>

export function parse(text: string): Record<string, unknown> {
  if (text.startsWith('[')) return { leads: JSON.parse(text) }
  if (!text.startsWith('{')) return Object.fromEntries(new URLSearchParams(text))
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** The leads of a list, which is the body or stands in it. */
export const rowsOf = (body: Row): Row[] =>
  Object.values(body).flatMap((one) =>
    Array.isArray(one) ? one : typeof one === 'object' && one !== null ? [one] : [],
  )

export async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
