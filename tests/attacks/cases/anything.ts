import * as fc from 'fast-check'

import type { Field, KindName, Resource } from '#schema'

import { business } from '../../../resources/index.server.ts'
import { samples } from '../../fixtures/kinds.ts'
import { anyText } from '../../fixtures/texts.ts'
import type { Route } from './routes.ts'

const texts = fc.oneof(
  anyText(),
  fc.string(),
  fc.constantFrom(
    '\0',
    '\ud800',
    '\u202e',
    "'",
    '"',
    '\\',
    '%',
    '%00',
    '{}',
    '[]',
    'null',
    'NaN',
    '-1',
    '1e309',
    '__proto__',
    'constructor',
    '2026-02-30',
    '0001-01-01',
    '99999-12-31',
    '+447911123456',
    'a@b.co',
    'http://[::1]',
    '1,2,3',
    '*',
    '../..',
    '=1+1',
    '00000000-0000-4000-8000-000000000000',
    'true',
    ' ',
    'x'.repeat(10_001),
  ),
)
const numbers = fc.oneof(
  fc.integer(),
  fc.integer({ min: 1, max: 9 }),
  fc.double(),
  fc.constantFrom(0, -0, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 0.1),
)
const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    texts,
    numbers,
    fc.constantFrom(null, true, false),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(texts, tie('value'), { maxKeys: 4 }),
  ),
}))
const words = [
  ...new Set(business.resources.flatMap(({ fields }) => Object.keys(fields))),
  'ids',
  'filter',
  'exclude',
  'expected_count',
  'values',
  'columns',
  'search',
  'sort',
  'page',
  'per_page',
  'delimiter',
  'bom',
  'upload_id',
  'mapping',
  'settings',
  'quote',
  'escape',
  'encoding',
  'ignore_first_line',
  'date_order',
  'version',
  'id',
  'limit',
  'email',
  'password',
  'code',
  'current_password',
  'new_password',
  'reason',
  'field',
  'add',
  'remove',
  'created_at',
  'deleted_at',
]
const suffixes = fc.constantFrom(
  '',
  '_not',
  '_from',
  '_to',
  '_contains',
  '_empty',
  '.a',
  '[]',
  '[a]',
)
const keys = fc.oneof(
  fc.constantFrom(...words),
  fc.tuple(fc.constantFrom(...words), suffixes).map(([word, suffix]) => word + suffix),
  texts,
)
const anything = fc.oneof(
  { weight: 3, arbitrary: fc.dictionary(keys, values, { maxKeys: 6 }) },
  { weight: 1, arbitrary: values },
)

/** Mostly what the field would take, now and then something else. */
const inputOf = (field: Field) => {
  const good = 'target' in field ? [1, 2, 3, [1], [2, 3]] : samples[field.kind as KindName].values
  const taken = good.map((one) => ('target' in field ? one : (one as [unknown])[0]))
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...taken) },
    { weight: 1, arbitrary: values },
  )
}
const recordOf = ({ fields }: Resource) => {
  const given = Object.entries<Field>(fields).filter(([, { options }]) => !options.computed)
  const needed = given.filter(
    ([, { options }]) => !options.optional && options.default === undefined,
  )
  return fc.record(Object.fromEntries(given.map(([name, field]) => [name, inputOf(field)])), {
    requiredKeys: needed.map(([name]) => name) as never,
  })
}
const ids = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 })

/** Bodies that come past the first checks of a route, and some that do not. */
export const bodiesOf = ({ path }: Route) => {
  const resource = business.resources.find(
    ({ api }) => path.startsWith(`/api/${api}/`) || path === `/api/${api}`,
  )
  const record = resource ? recordOf(resource) : anything
  const good = path.includes('/bulk/')
    ? fc.record({ ids, values: fc.oneof(fc.constant({}), record) })
    : record
  return fc.oneof({ weight: 2, arbitrary: good }, { weight: 1, arbitrary: anything })
}
export const queries = fc.array(fc.tuple(keys, texts), { maxLength: 4 })

/** A query string of such pairs. */
export const query = (pairs: [string, string][]) =>
  pairs.map(([key, value]) => `${escaped(key)}=${escaped(value)}`).join('&')
const escaped = (text: string) => encodeURIComponent(Buffer.from(text).toString())
