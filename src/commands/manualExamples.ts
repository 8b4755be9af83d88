import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '../server/kernel/businessFolder.ts'

export const source = (path: string) => readFileSync(join(root, path), 'utf8')

/** Where examples stand: in files, from the line that opens what holds them, so many blanks deep. */
export interface ExamplePlace {
  readonly files: readonly string[]
  readonly from?: string
  readonly indent: number
}

const folder = 'docs/examples'
export const inBooking = (key: string): ExamplePlace => ({
  files: ['bookings.ts'],
  from: `  ${key}: {`,
  indent: 6,
})
export const inCustomer = (key: string): ExamplePlace => ({
  files: ['customers.ts'],
  from: `  ${key}: {`,
  indent: 4,
})
export const onServer: ExamplePlace = { files: ['customers.server.ts'], indent: 2 }
export const inBrowser: ExamplePlace = {
  files: ['customers.browser.tsx', 'others.browser.tsx'],
  indent: 2,
}
export const declared: ExamplePlace = {
  files: ['customers.ts', 'bookings.ts', 'others.ts'],
  indent: 2,
}

const linesOf = ({ files }: ExamplePlace) =>
  files.flatMap((file) => source(`${folder}/${file}`).split('\n'))
export const examples = linesOf(declared)

/** The first property with this name at a place, with all its lines; '' for none. */
export function exampleAt(place: ExamplePlace, name: string): string {
  const { from = '', indent } = place
  const lines = linesOf(place)
  const start = lines.findIndex((line) => line.startsWith(from))
  const blank = ' '.repeat(indent)
  const first = new RegExp(`^${blank}(?:async )?${name}[:(]`)
  const at = lines.findIndex((line, index) => index >= start && start >= 0 && first.test(line))
  return blockFrom(lines, at, blank)
}

/** The first field of the examples that says all of this. */
export function exampleWith(...words: readonly string[]): string {
  const at = examples.findIndex((_, index) => {
    const block = blockFrom(examples, index, '    ')
    return /^\w+: field\./.test(block) && words.every((one) => block.includes(one))
  })
  return blockFrom(examples, at, '    ')
}

/** A line with those that stand deeper below it, and with what closes it. */
function blockFrom(lines: readonly string[], start: number, blank: string): string {
  const first = lines[start]
  if (!first?.startsWith(blank) || first.charAt(blank.length) === ' ') return ''
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => line !== '' && !line.startsWith(`${blank} `))
  const closing =
    rest[end]?.startsWith(blank) && /[)\]}]/.test(rest[end].charAt(blank.length)) ? 1 : 0
  return [first, ...rest.slice(0, end + closing)].map((line) => line.slice(blank.length)).join('\n')
}
