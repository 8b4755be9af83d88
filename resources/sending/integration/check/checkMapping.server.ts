import { MessageError } from '#schema'

import { msg } from '../../../msg.server.ts'
import type { Integration } from '../integration.ts'
import { isPattern } from '../pattern.server.ts'
import { isDateForm, isZone } from '../request/dates.ts'
import { clashesAmong, isTarget } from '../request/nested.ts'
import { parseTransforms, type Transform } from '../request/transforms/parseTransforms.server.ts'
import { hasLooseBraces, variablesIn } from '../request/template.ts'
import { generatedValues, knownVariables, restrictedVariables } from '../request/variables.ts'

/** Says what is wrong at a place of the form. */
export type Tell = (place: string, message: string) => void

type MappingRow = Integration['mapping'][number]

/** What may not stand in the rows that say what is sent, each at its cell. */
export function checkMapping(
  { mapping, lookups, allowed_restricted, content_type, body_template }: Partial<Integration>,
  tell: Tell,
): void {
  const tables = new Set(lookups?.map(({ table }) => table))
  const allowed = new Set(allowed_restricted)
  const isXml = content_type === 'xml' && !body_template
  const isNested = content_type === 'json' || content_type === 'xml'
  for (const [at, row] of (mapping ?? []).entries()) {
    const place = `mapping.${at}`
    if (isNested && !isTarget(row.target)) tell(`${place}.target`, msg('this_is_no_name_with_dots'))
    else if (isXml && !isNameInXml(row.target))
      tell(`${place}.target`, msg('this_is_no_name_in_xml'))
    checkValue(row, { tables, allowed }, (message) => tell(`${place}.value`, message))
    checkChain(row, tables, (message) => tell(`${place}.transforms`, message))
  }
  const targets = isNested && !body_template ? (mapping ?? []).map(({ target }) => target) : []
  for (const [at, first] of clashesAmong(targets)) {
    tell(`mapping.${at}.target`, msg('another_row_fills_this_place', { row: first + 1 }))
  }
}

/** Whether all parts of a target are names of elements: attributes and prefixes need a template. */
const isNameInXml = (target: string): boolean =>
  target.split('.').every((part) => /^[A-Za-z_][\w-]*(?:\[\d*\])*$/.test(part))

interface Restrictions {
  readonly tables: ReadonlySet<string>
  readonly allowed: ReadonlySet<string>
}

function checkValue(
  { kind, value }: MappingRow,
  known: Restrictions,
  tell: (message: string) => void,
) {
  const written = value ?? ''
  switch (kind) {
    case 'constant':
      return undefined
    case 'generated':
      return generatedValues.has(written) ? undefined : tell(msg('choose_password_key_or_uuid'))
    case 'field':
      return checkName(written, known.allowed, tell)
    case 'template':
      return checkTemplate(written, tell, known.allowed)
    case 'lookup': {
      const [table = '', name = table] = written.split(':').map((part) => part.trim())
      if (!known.tables.has(table)) return tell(msg('there_is_no_value_table', { table }))
      return checkName(name, known.allowed, tell)
    }
  }
}

function checkName(name: string, allowed: ReadonlySet<string>, tell: (message: string) => void) {
  if (!knownVariables.has(name)) return tell(msg('there_is_no_variable', { name }))
  const isKept = restrictedVariables.includes(name) && !allowed.has(name)
  return isKept ? tell(msg('name_it_among_the_restricted_fields', { name })) : undefined
}

/** Variables that are not known, or not allowed; `more` are known in this place besides. */
export function checkTemplate(
  text: string | null | undefined,
  tell: (message: string) => void,
  allowed: ReadonlySet<string> = new Set(),
  more: readonly string[] = [],
): void {
  if (!text) return
  for (const name of variablesIn(text)) {
    if (!more.includes(name)) checkName(name, allowed, tell)
  }
  checkBraces(text, tell)
}

/** In JSON, braces may well stand side by side. */
export function checkBraces(text: string, tell: (message: string) => void): void {
  if (!text.includes('"') && hasLooseBraces(text)) tell(msg('these_braces_name_nothing'))
}

function checkChain(
  { transforms }: MappingRow,
  tables: ReadonlySet<string>,
  tell: (message: string) => void,
): void {
  const chain = readChain(transforms ?? '', tell)
  for (const { name, args } of chain) {
    const [first = '', second] = args
    if (name === 'regex' && !isPattern(first)) tell(msg('this_is_no_pattern'))
    if (name === 'map' && !tables.has(first)) tell(msg('there_is_no_value_table', { table: first }))
    if (name === 'date' && !isDateForm(first)) tell(msg('enter_a_form_of_dates'))
    if (name === 'date' && second && !isZone(second)) {
      tell(msg('enter_a_time_zone_like_europe_berlin'))
    }
  }
}

function readChain(text: string, tell: (message: string) => void): readonly Transform[] {
  try {
    return parseTransforms(text)
  } catch (error) {
    if (!(error instanceof MessageError)) throw error
    tell(error.text)
    return []
  }
}
