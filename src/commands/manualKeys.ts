import { source, examples, exampleAt, exampleWith, type ExamplePlace } from './manualExamples.ts'

export interface Key {
  readonly name: string
  readonly doc: string
  readonly example: string
}

export const functionsOf = (path: string, names: readonly string[]): Key[] =>
  names.map((name) => ({
    name,
    doc: docBefore(source(path), `export (?:function|const) ${name}\\b`),
    example: exampleWith(`${name}(`),
  }))

/** A function whose docstring holds its example. */
export const saidOf = (path: string, name: string): Key => ({
  name,
  doc: docBefore(source(path), `export function ${name}\\b`),
  example: '',
})

/** The members of an interface with their docstrings, and the examples that stand at a place. */
export function membersOf(text: string, name: string, place: ExamplePlace | undefined): Key[] {
  const body = new RegExp(`interface ${name}\\b[^]*?\\{\\n([^]*?)\\n\\}`).exec(text)?.[1] ?? ''
  const member = /^ {2}(?:\/\*\*([^]*?)\*\/\n {2})?(?:readonly )?(\w+)\??[:(]/gm
  return [...body.matchAll(member)]
    .filter(([, , key]) => key !== 'moves')
    .map(([, doc = '', key = '']) => ({
      name: key,
      doc: sentencesOf(doc),
      example: place ? exampleAt(place, key) : '',
    }))
}

export function fieldOptions(): Key[] {
  return membersOf(source('src/kinds/field.ts'), 'FieldOptions', undefined).map((key) => ({
    ...key,
    example: exampleWith(key.name === 'derived' ? 'field.derived(' : `${key.name}:`),
  }))
}

/** Constructors that stand in a file beside their kind's. */
export const besides: Readonly<Record<string, string>> = {
  states: 'src/kinds/choice/states.ts',
  parent: 'src/kinds/reference/reference.ts',
  derived: 'src/kinds/derived.ts',
  lines: 'src/kinds/parts/lines.ts',
}

/** What a kind's constructor says, or else the kind itself, with what else it is told. */
export function kindKey(name: string): Key {
  const text = source(besides[name] ?? `src/kinds/${name}/${name}.ts`)
  const doc = docBefore(text, `(?:function ${name}|const ${name}(?:Kind)?)\\b`)
  const options = new RegExp(`interface (${name}Options)\\b`, 'i').exec(text)?.[1]
  const example = exampleWith(`field.${name}(`)
  const own = (options ? membersOf(text, options, undefined) : []).map((key) =>
    optionLine(name, key, example),
  )
  return {
    name: `field.${name}`,
    doc: [doc, own.join('\n')].filter(Boolean).join('\n\n'),
    example,
  }
}

/** One option of a kind in short, with an example unless that of the kind, below, has it. Throws without a docstring or an example. */
function optionLine(kind: string, { name, doc }: Key, below: string): string {
  if (!doc) throw new Error(`field.${kind}: ${name} has no docstring`)
  if (/`[^`]*\b\w+: .+`/.test(doc) || new RegExp(`\\b${name}:`).test(below))
    return `* \`${name}\`: ${doc}`
  const example = exampleWith(`field.${kind}(`, `${name}:`)
    .replaceAll(/\s+/g, ' ')
    .replace(/,$/, '')
  if (!example) throw new Error(`field.${kind}: ${name} has no example`)
  return `* \`${name}\`: ${doc} \`${example}\``
}

export const ruleKey = (name: string): Key => ({
  name,
  doc: docBefore(source('src/schema/access.ts'), `export (?:function|const) ${name}\\b`),
  example:
    examples.find((line) => line.includes(`${name}(`) && !line.startsWith(' '.repeat(8)))?.trim() ??
    '',
})

function docBefore(text: string, what: string): string {
  const doc = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\n(?:export )?${what}`).exec(text)?.[1]
  return sentencesOf(doc ?? '')
}

/** A docstring without its stars, as one paragraph; code keeps its lines. */
function sentencesOf(doc: string): string {
  const lines = doc.split('\n').map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
  const [prose = '', ...code] = lines
    .join('\n')
    .trim()
    .split(/^```ts$/m)
  return [prose.trim().replaceAll('\n', ' '), ...code.map((one) => `\`\`\`ts${one}`)].join('\n\n')
}
