import {
  type ActionDeclaration,
  isOnList,
  isStored,
  meant,
  type Field,
  type Resource,
} from '#schema'

import type { Business } from '../backend.ts'
import { businessPath } from '../businessFolder.ts'
import { permissionFaults } from '../permissions.ts'
import { rhythmFault } from '../rhythmFault.ts'

/** What the engine reads and writes itself, by the name of the resource and of its declaration in `#system`. */
const needed = {
  users: 'user',
  roles: 'role',
  permissions: 'permission',
  audit_entries: 'auditEntryOf',
  jobs: 'jobOf',
  imports: 'importRecordOf',
  notifications: 'notification',
  locales: 'locale',
  localizations: 'localization',
}

export type Declared = Pick<Business, 'resources' | 'behaviors' | 'permissions' | 'roles'>

export function* businessFaults(business: Declared): Generator<string> {
  const { resources } = business
  for (const resource of resources) {
    yield* handlerFaults(resource, business)
    yield* afterFaults(resource, business)
    yield* previewFaults(resource, business)
    yield* jobFaults(resource, business)
    yield* refusedFaults(resource, business)
    yield* computedFaults(resource, business)
    yield* scheduleFaults(resource, business)
    yield* sqlFaults(resource, business)
  }
  const names = resources.map(({ name }) => name)
  for (const name of Object.keys(business.behaviors)) {
    if (!names.includes(name))
      yield `behaviors.${name}: no resource of this name${meant(name, names)}`
  }
  yield* systemFaults(resources)
  yield* permissionFaults(business)
}

/** A button that nothing stands behind. */
function* handlerFaults({ name, actions = {} }: Resource, { behaviors }: Declared) {
  const { actions: handlers = {} } = (behaviors[name] ?? {}) as { actions?: object }
  for (const [action, { moves }] of Object.entries<ActionDeclaration>(actions)) {
    if (!moves && !Object.hasOwn(handlers, action))
      yield `${name}.actions.${action}: no handler. Write it in \`actions\` of the behavior, which index.server.ts names`
  }
  const known = Object.keys(actions)
  for (const handler of Object.keys(handlers)) {
    if (!known.includes(handler))
      yield `${name}.actions.${handler}: a handler of no action${meant(handler, known)}`
  }
}

/** Work that nothing would ever be followed by. */
function* afterFaults({ name, actions = {} }: Resource, { behaviors }: Declared) {
  const onRecord = Object.entries<ActionDeclaration>(actions).filter(
    ([, action]) => !isOnList(action),
  )
  const known = ['create', 'update', 'delete', 'restore', ...onRecord.map(([action]) => action)]
  const unknown = Object.keys(behaviors[name]?.after ?? {}).find(
    (action) => !known.includes(action),
  )
  if (unknown === undefined) return
  yield `${name}.after.${unknown}: nothing of this name is done to a record. There are ${known.join(', ')}`
}

/** Dialogs that wait for numbers which nothing counts. */
function* previewFaults({ name, actions = {} }: Resource, { behaviors }: Declared) {
  const counted: Readonly<Record<string, { preview?: unknown } | undefined>> =
    behaviors[name]?.bulk ?? {}
  for (const [action, { previewed }] of Object.entries<ActionDeclaration>(actions)) {
    if (previewed && !counted[action]?.preview) {
      yield `${name}.actions.${action}: nothing counts its preview. Write it in \`bulk\` of the behavior`
    }
  }
}

/** Names of work that nothing does. */
function* jobFaults({ name, jobs = {} }: Resource, { behaviors }: Declared) {
  const known = Object.keys(behaviors[name]?.jobs ?? {})
  for (const job of Object.keys(jobs)) {
    if (!known.includes(job))
      yield `${name}.jobs.${job}: nothing does this work. Write it in \`jobs\` of the behavior${meant(job, known)}`
  }
}

/** A link to refused rows that are kept elsewhere. */
function* refusedFaults({ name, import: declared }: Resource, { behaviors }: Declared) {
  const refused = declared?.refused
  const into = behaviors[name]?.refused?.into
  if (refused === undefined || refused === into?.name) return
  yield `${name}.import.refused: ${into ? `the behavior keeps them in "${into.name}"` : 'nothing keeps them. Write `refused` in the behavior'}`
}

/** A value that nothing sets: no record could be saved. */
function* computedFaults({ name, fields, operations }: Resource, { behaviors }: Declared) {
  const { prepare, beforeCreate, defaults } = behaviors[name] ?? {}
  if (!operations.includes('create') || prepare || beforeCreate || defaults) return
  const unset = Object.entries<Field>(fields).find(([, field]) => {
    const { computed, optional, default: initial } = field.options
    return computed && !optional && initial === undefined && isStored(field)
  })
  if (unset)
    yield `${name}.${unset[0]}: required, computed, and nothing sets it. Give it a default, say \`optional\`, or set it in \`beforeCreate\``
}

/** Work that would never be done, or always. */
function* scheduleFaults({ name }: Resource, { behaviors }: Declared) {
  for (const [schedule, rhythm] of Object.entries(behaviors[name]?.schedules ?? {})) {
    const fault = rhythmFault(rhythm)
    if (fault !== undefined) yield `${name}.schedules.${schedule}: ${fault}`
  }
}

/** A value of SQL that stands nowhere, and SQL that nothing reads. */
function* sqlFaults({ name, fields, view }: Resource, { behaviors }: Declared) {
  const { derived = {}, view: query } = behaviors[name] ?? {}
  const wanted = Object.entries<Field>(fields).flatMap(([field, { options }]) =>
    typeof options.derived === 'object' && 'from' in options.derived ? [field] : [],
  )
  for (const field of wanted) {
    if (!Object.hasOwn(derived, field))
      yield `${name}.${field}: no SQL. Write it in \`derived\` of the behavior`
  }
  for (const field of Object.keys(derived)) {
    if (!wanted.includes(field))
      yield `${name}.derived.${field}: SQL of no such derived field${meant(field, wanted)}`
  }
  if (query !== undefined && !view) yield `${name}.view: a query of a resource that is no view`
}

/** Resources of the system that are not among those of the business. */
function* systemFaults(resources: readonly Resource[]) {
  const names = new Set(resources.map(({ name }) => name))
  for (const [name, declaration] of Object.entries(needed)) {
    if (!names.has(name))
      yield `${businessPath}/index.ts: the console needs "${name}". List \`${declaration}\` of #system.`
  }
}
