import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { kindNames } from '#schema'

import { root } from '../server/kernel/businessFolder.ts'

interface Key {
  readonly name: string
  readonly says: string
  readonly example: string
}

const source = (path: string) => readFileSync(join(root, path), 'utf8')

/** Returns the manual of the declaration: each key with what its type says of it and an example that compiles. */
export function declaringText(): string {
  const resource = source('src/schema/resource.ts')
  const backend = source('src/server/kernel/backend.ts')
  const slots = source('src/browser/views/slots.ts')
  return [
    intro,
    ...chapter('A resource', membersOf(resource, 'Declaration', '  ')),
    ...chapter(
      'An action',
      membersOf(source('src/schema/actions.ts'), 'ActionDeclaration', '      '),
    ),
    ...chapter('Every field', fieldOptions()),
    ...chapter('Kinds of field', [...kindNames, ...Object.keys(besides)].toSorted().map(kindKey)),
    ...chapter('Rules', ['can', 'lacks', 'own', 'either', 'both'].map(ruleKey)),
    lines('A check', membersOf(source('src/schema/checks.ts'), 'Check', '')),
    lines('A card', membersOf(source('src/schema/cards.ts'), 'DeclaredCard', '')),
    lines('A view of a list', membersOf(source('src/schema/views.ts'), 'DeclaredView', '')),
    lines('A related list', membersOf(source('src/schema/related.ts'), 'RelatedOptions', '')),
    lines(
      'Defaults that depend',
      functionsOf('src/schema/preset.ts', ['currentUser', 'today', 'from']),
    ),
    lines('What is derived', functionsOf('src/kinds/derived.ts', ['count', 'sum', 'yearsSince'])),
    lines('Hooks, beside a declaration', membersOf(backend, 'Hooks', '')),
    lines('Routes and schedules, beside a declaration', membersOf(backend, 'ServerParts', '')),
    lines('What hangs on screens, beside a declaration', membersOf(slots, 'Parts', '')),
    lines('What replaces parts of screens', membersOf(slots, 'Views', '')),
  ].join('\n')
}

const intro = `# Declaring a resource

Made by \`npm run docs\` from the types in \`src/schema\` and \`src/kinds\`; the examples stand in \`docs/examples.ts\`, where they
compile. How hooks and transactions go: \`behaviour.md\`. Screens: \`screens.md\`. Whole tasks: \`recipes.md\`.
`

const chapter = (title: string, keys: readonly Key[]): string[] => [
  `## ${title}\n`,
  ...keys.map(({ name, says, example }) =>
    [
      `### \`${name}\`\n`,
      ...(says ? [`${says}\n`] : []),
      ...(example ? [`\`\`\`ts\n${example}\n\`\`\`\n`] : []),
    ].join('\n'),
  ),
]

/** Keys in short, one below the other. Throws for one of which nothing is said. */
const lines = (title: string, keys: readonly Key[]) => `## ${title}\n\n${listOf(title, keys)}`

const listOf = (place: string, keys: readonly Key[]) =>
  keys
    .map(({ name, says }) => {
      if (!says) throw new Error(`${place}: ${name} has no docstring`)
      return `* \`${name}\`: ${says}\n`
    })
    .join('')

const functionsOf = (path: string, names: readonly string[]): Key[] =>
  names.map((name) => ({
    name,
    says: docBefore(source(path), `export (?:function|const) ${name}\\b`),
    example: '',
  }))

/** The members of an interface with their docstrings. \`indent\` is where examples of them begin; '' where there are none. */
function membersOf(text: string, name: string, indent: string): Key[] {
  const body = new RegExp(`interface ${name}\\b[^]*?\\{\\n([^]*?)\\n\\}`).exec(text)?.[1] ?? ''
  const member = /^ {2}(?:\/\*\*([^]*?)\*\/\n {2})?(?:readonly )?(\w+)\??[:(]/gm
  return [...body.matchAll(member)]
    .filter(([, , key]) => key !== 'moves')
    .map(([, doc = '', key = '']) => ({
      name: key,
      says: sentencesOf(doc),
      example: indent && exampleAt(indent, key),
    }))
}

function fieldOptions(): Key[] {
  return membersOf(source('src/kinds/field.ts'), 'FieldOptions', '').map((key) => ({
    ...key,
    example: exampleWith(key.name === 'derived' ? 'field.derived(' : `${key.name}:`),
  }))
}

/** Constructors that stand in a file beside their kind's. */
const besides: Readonly<Record<string, string>> = {
  states: 'src/kinds/choice/states.ts',
  parent: 'src/kinds/reference/reference.ts',
  derived: 'src/kinds/derived.ts',
  lines: 'src/kinds/lines.ts',
}

/** What a kind's constructor says, or else the kind itself. */
function kindKey(name: string): Key {
  const text = source(besides[name] ?? `src/kinds/${name}/${name}.ts`)
  const says = docBefore(text, `(?:function ${name}|const ${name}(?:Kind)?)\\b`)
  const options = new RegExp(`interface (${name}Options)\\b`, 'i').exec(text)?.[1]
  const own = options ? `\n\n${listOf(options, membersOf(text, options, ''))}`.trimEnd() : ''
  return { name: `field.${name}`, says: says + own, example: exampleWith(`field.${name}(`) }
}

const ruleKey = (name: string): Key => ({
  name,
  says: docBefore(source('src/schema/access.ts'), `export (?:function|const) ${name}\\b`),
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
  const [words = '', ...code] = lines
    .join('\n')
    .trim()
    .split(/^```ts$/m)
  return [words.trim().replaceAll('\n', ' '), ...code.map((one) => `\`\`\`ts${one}`)].join('\n\n')
}

const examples = source('docs/examples.ts').split('\n')

/** The first property of the examples with this name at this depth, with all its lines. */
function exampleAt(indent: string, name: string): string {
  return blockFrom(
    examples.findIndex((line) => line.startsWith(`${indent}${name}: `)),
    indent,
  )
}

/** The first field of the examples that says this. */
function exampleWith(said: string): string {
  const at = examples.findIndex((_, index) => {
    const block = blockFrom(index, '    ')
    return /^\w+: field\./.test(block) && block.includes(said)
  })
  return blockFrom(at, '    ')
}

function blockFrom(start: number, indent: string): string {
  const first = examples[start]
  if (!first?.startsWith(indent) || first.charAt(indent.length) === ' ') return ''
  const rest = examples.slice(start + 1)
  const isOpen = /[[({]$/.test(first)
  const end = isOpen
    ? rest.findIndex((line) => line.startsWith(`${indent}`) && line.charAt(indent.length) !== ' ')
    : -1
  return [first, ...rest.slice(0, end + 1)].map((line) => line.slice(indent.length)).join('\n')
}
