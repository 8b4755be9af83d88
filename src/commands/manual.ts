import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { kindNames } from '#schema'

import { root } from '../server/kernel/businessFolder.ts'

interface Key {
  readonly name: string
  readonly doc: string
  readonly example: string
}

const source = (path: string) => readFileSync(join(root, path), 'utf8')

/** Returns the manual of the declaration: each key with what its type says of it and an example that compiles. */
export function declaringText(): string {
  const resource = source('src/schema/declaration.ts')
  const backend = source('src/server/kernel/backend.ts')
  const behavior = (file: string) => source(`src/server/kernel/behavior/${file}.ts`)
  const parts = behavior('serverParts')
  const business = membersOf(backend, 'Business', undefined)
  const jobs = source('src/server/kernel/jobs.ts')
  const views = source('src/browser/views/resourceViews.ts')
  const of = (path: string) => source(`src/schema/${path}.ts`)
  return [
    intro,
    ...chapter('A resource', membersOf(resource, 'Declaration', declared)),
    ...chapter('An action', membersOf(of('actions'), 'ActionDeclaration', inBooking('actions'))),
    ...chapter('Every field', fieldOptions()),
    ...chapter('Kinds of field', [...kindNames, ...Object.keys(besides)].toSorted().map(kindKey)),
    ...chapter('Rules', ['can', 'lacks', 'own', 'either', 'both'].map(ruleKey)),
    ...chapter(
      'A check',
      membersOf(of('checks'), 'Check', { ...inBooking('checks'), from: '  checks: [' }),
    ),
    ...chapter('A sum', membersOf(of('cards'), 'CountedSome', inBooking('sums'))),
    ...chapter('A card', membersOf(of('cards'), 'DeclaredCard', inBooking('cards'))),
    ...chapter('A view of a list', membersOf(of('views'), 'DeclaredView', inBooking('views'))),
    ...chapter(
      'A related list',
      membersOf(of('related'), 'RelatedOptions', {
        ...inCustomer('show'),
        from: '    Bookings: related(',
        indent: 6,
      }),
    ),
    ...chapter('An option list', membersOf(resource, 'OptionList', inCustomer('options'))),
    ...chapter(
      'How files are taken in',
      membersOf(of('importDeclaration'), 'ImportDeclaration', inCustomer('import')),
    ),
    ...chapter(
      'Files that tell what became of records',
      membersOf(of('importDeclaration'), 'ImportOutcomes', {
        ...inCustomer('import'),
        from: '    outcomes: {',
        indent: 6,
      }),
    ),
    ...chapter(
      'Defaults that depend',
      functionsOf('src/schema/query/preset.ts', ['currentUser', 'today', 'from']),
    ),
    ...chapter(
      'What is derived',
      functionsOf('src/kinds/derived.ts', ['count', 'sum', 'yearsSince']),
    ),
    ...chapter('Hooks, beside a declaration', [
      ...membersOf(behavior('writeHooks'), 'WriteHooks', onServer),
      ...membersOf(backend, 'Hooks', onServer),
      ...membersOf(behavior('timelineHook'), 'TimelineHook', onServer),
      ...membersOf(behavior('importHooks'), 'ImportHooks', onServer),
    ]),
    ...chapter(
      'Routes and work, beside a declaration',
      membersOf(parts, 'ServerPartsIn', onServer),
    ),
    ...chapter('A schedule', [
      ...membersOf(jobs, 'EveryMinutes', { ...onServer, from: '    hourly: {', indent: 6 }),
      ...membersOf(jobs, 'OnceADay', { ...onServer, from: '    nightly: {', indent: 6 }),
      ...membersOf(parts, 'ScheduledWork', { ...onServer, from: '    nightly: {', indent: 6 }),
    ]),
    ...chapter(
      'A job',
      membersOf(parts, 'DeclaredJobIn', { ...onServer, from: '    letters: {', indent: 6 }),
    ),
    ...chapter('What hangs on screens, beside a declaration', membersOf(views, 'Parts', inBrowser)),
    ...chapter('What replaces parts of screens', membersOf(views, 'Views', inBrowser)),
    ...chapter('The business, in index.ts', [
      saidOf('src/schema/extend.ts', 'extend'),
      saidOf('src/system/systemResources.ts', 'systemResources'),
    ]),
    ...chapter('The business, in index.server.ts', business.slice(1)),
    ...chapter(
      'The business, in index.browser.ts',
      membersOf(source('src/browser/frame/consoleOptions.ts'), 'BusinessParts', undefined),
    ),
  ].join('\n')
}

const intro = `# Declaring a resource

Made by \`npm run docs\` from the types in \`src/schema\`, \`src/kinds\`, \`src/server\` and \`src/browser\`; the examples stand in
\`docs/examples\`, where they compile and run. How hooks and transactions go: \`behaviour.md\`. Screens: \`screens.md\`. Whole tasks: \`recipes.md\`.
`

/** Keys below each other. Throws for one of which nothing is said, or that has no example. */
const chapter = (title: string, keys: readonly Key[]): string[] => [
  `## ${title}\n`,
  ...keys.map(({ name, doc, example }) => {
    if (!doc) throw new Error(`${title}: ${name} has no docstring`)
    // A short one may stand within the words.
    if (!example && !/`\w+: .+`|```ts/.test(doc))
      throw new Error(`${title}: ${name} has no example`)
    const code = example && `\`\`\`${/^ *</m.test(example) ? 'tsx' : 'ts'}\n${example}\n\`\`\`\n`
    return [`### \`${name}\`\n`, `${doc}\n`, ...(code ? [code] : [])].join('\n')
  }),
]

const functionsOf = (path: string, names: readonly string[]): Key[] =>
  names.map((name) => ({
    name,
    doc: docBefore(source(path), `export (?:function|const) ${name}\\b`),
    example: exampleWith(`${name}(`),
  }))

/** A function whose docstring holds its example. */
const saidOf = (path: string, name: string): Key => ({
  name,
  doc: docBefore(source(path), `export function ${name}\\b`),
  example: '',
})

/** Where examples stand: in files, from the line that opens what holds them, so many blanks deep. */
interface ExamplePlace {
  readonly files: readonly string[]
  readonly from?: string
  readonly indent: number
}

const folder = 'docs/examples'
const inBooking = (key: string): ExamplePlace => ({
  files: ['bookings.ts'],
  from: `  ${key}: {`,
  indent: 6,
})
const inCustomer = (key: string): ExamplePlace => ({
  files: ['customers.ts'],
  from: `  ${key}: {`,
  indent: 4,
})
const onServer: ExamplePlace = { files: ['customers.server.ts'], indent: 2 }
const inBrowser: ExamplePlace = {
  files: ['customers.browser.tsx', 'others.browser.tsx'],
  indent: 2,
}
const declared: ExamplePlace = { files: ['customers.ts', 'bookings.ts', 'others.ts'], indent: 2 }

/** The members of an interface with their docstrings, and the examples that stand at a place. */
function membersOf(text: string, name: string, place: ExamplePlace | undefined): Key[] {
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

function fieldOptions(): Key[] {
  return membersOf(source('src/kinds/field.ts'), 'FieldOptions', undefined).map((key) => ({
    ...key,
    example: exampleWith(key.name === 'derived' ? 'field.derived(' : `${key.name}:`),
  }))
}

/** Constructors that stand in a file beside their kind's. */
const besides: Readonly<Record<string, string>> = {
  states: 'src/kinds/choice/states.ts',
  parent: 'src/kinds/reference/reference.ts',
  derived: 'src/kinds/derived.ts',
  lines: 'src/kinds/parts/lines.ts',
}

/** What a kind's constructor says, or else the kind itself, with what else it is told. */
function kindKey(name: string): Key {
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

const ruleKey = (name: string): Key => ({
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

const linesOf = ({ files }: ExamplePlace) =>
  files.flatMap((file) => source(`${folder}/${file}`).split('\n'))
const examples = linesOf(declared)

/** The first property with this name at a place, with all its lines; '' for none. */
function exampleAt(place: ExamplePlace, name: string): string {
  const { from = '', indent } = place
  const lines = linesOf(place)
  const start = lines.findIndex((line) => line.startsWith(from))
  const blank = ' '.repeat(indent)
  const first = new RegExp(`^${blank}(?:async )?${name}[:(]`)
  const at = lines.findIndex((line, index) => index >= start && start >= 0 && first.test(line))
  return blockFrom(lines, at, blank)
}

/** The first field of the examples that says all of this. */
function exampleWith(...words: readonly string[]): string {
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
