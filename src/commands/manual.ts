import { kindNames } from '#schema'

import { declared, inBooking, inBrowser, inCustomer, onServer, source } from './manualExamples.ts'
import {
  besides,
  fieldOptions,
  functionsOf,
  kindKey,
  membersOf,
  ruleKey,
  saidOf,
  type Key,
} from './manualKeys.ts'

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
      membersOf(of('imports/importDeclaration'), 'ImportDeclaration', inCustomer('import')),
    ),
    ...chapter(
      'Files that tell what became of records',
      membersOf(of('imports/importDeclaration'), 'ImportOutcomes', {
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
