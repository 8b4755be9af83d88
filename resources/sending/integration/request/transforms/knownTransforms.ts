type Choices = readonly string[]

type Shape = readonly [least: number, most: number, choices?: Choices]

/** What each takes: how many arguments at least and at most, or the words of which its first is one. */
export const knownTransforms: Readonly<Record<string, Shape>> = {
  trim: [0, 0],
  lower: [0, 0],
  upper: [0, 0],
  title: [0, 0],
  ascii: [0, 0],
  digits: [0, 0],
  max: [1, 1],
  replace: [2, 2],
  regex: [2, 2],
  phone: [1, 1, ['e164', 'no_plus', 'national', 'prefix_only', 'without_prefix']],
  date: [1, 2],
  country: [1, 1, ['iso2', 'iso3', 'name', 'calling_code']],
  language: [1, 1, ['code', 'name', 'upper']],
  map: [1, 2],
  hash: [1, 1, ['sha256', 'md5']],
  url: [0, 0],
  json: [0, 0],
  concat: [1, 1],
  split_name: [1, 1, ['first', 'last']],
  bool: [1, 1, ['1/0', 'yes/no', 'true/false']],
}

export const transformNames = Object.keys(knownTransforms)

/** What may stand at the end of a chain, each with the chain before it: of `trim | ph` among others `trim | phone(no_plus)`. */
export function nextTransforms(chain: string): readonly string[] {
  const before = chain.slice(0, chain.lastIndexOf('|') + 1).trim()
  return examples.map((one) => (before ? `${before} ${one}` : one))
}

const filledIn: Readonly<Record<string, readonly string[]>> = {
  max: ['50'],
  replace: ['old, new'],
  regex: ['"[^0-9]", ""'],
  date: ['yyyy-MM-dd', 'yyyy-MM-dd, Europe/Berlin'],
  map: ['table', 'table, fallback'],
  concat: ['-', '", "'],
}

/** How a change is written: of `max`, `max(50)`. */
export function formsOf(name: string): readonly string[] {
  const inside = knownTransforms[name]?.[2] ?? filledIn[name]
  return inside?.map((one) => `${name}(${one})`) ?? [name]
}

const examples = transformNames.flatMap(formsOf)
