import { randomBytes } from 'node:crypto'

import { sql } from 'kysely'
import examples from 'libphonenumber-js/mobile/examples'

import type { InputOf } from '#schema'
import { validPhone, type Context } from '#server'

import { drawInitial } from '../../settings/source/drawStatus.server.ts'
import { lead, type Lead } from './lead.ts'
import { withDefaults } from './leadDefaults.server.ts'
import { prepareLead } from './prepareLead.server.ts'

interface TestLeads {
  readonly source: number
  readonly country: number
  readonly count: number
}

/** Makes leads of people that there are not: a reserved domain, example numbers, marked as test leads (product.md 10.5). */
export async function makeTestLeads(
  { source, country, count }: TestLeads,
  context: Context,
): Promise<{ created: number }> {
  const { rows } = await sql<{ code: string }>`
    select iso_3166_2 as code from countries where id = ${country}`.execute(context.sql)
  const phone = exampleNumber(rows[0]?.code ?? '')
  for (let number = 1; number <= count; number += 1) {
    const given = {
      first_name: 'Test',
      last_name: `Lead ${number}`,
      email: `test.${randomBytes(6).toString('hex')}@example.com`,
      phone,
      source,
      country,
      is_test: true,
    }
    const input = prepareLead(given as Partial<Lead>, undefined) as InputOf<typeof lead>
    const { values } = await withDefaults(input, context)
    const generated_fields = ['first_name', 'last_name', 'email', ...(phone ? ['phone'] : [])]
    const made = await context.records(lead).create({ ...values, generated_fields })
    await drawInitial([made], context)
  }
  return { created: count }
}

/** A number that the plan of the country names as an example; null where there is none. */
function exampleNumber(code: string): string | null {
  return isKnown(code) ? (validPhone(examples[code], code)?.e164 ?? null) : null
}

const isKnown = (code: string): code is keyof typeof examples => Object.hasOwn(examples, code)
