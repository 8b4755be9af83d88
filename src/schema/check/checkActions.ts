import type { Field } from '../../kinds/field.ts'
import type { ActionDeclaration } from '../actions.ts'
import { kindOf } from '../../kinds/kinds.ts'
import { fieldFaults } from './checkField.ts'
import { actionEnd, actionRule, isOnList } from '../query/lookup.ts'
import { presetFrom } from '../query/preset.ts'
import type { Resource } from '../resource.ts'
import { movesOf } from '../states.ts'
import type { Fault } from './throwAll.ts'

/** Actions that the engine does with every resource. */
const ownActions = new Set(['update', 'delete', 'undo', 'restore'])

/** What begins the rest of the addresses below that of a resource, and below that of a record, which the engine has itself. */
export const ownPaths: ReadonlySet<string> = new Set(
  'search export import bulk reveal arrange values tabs'.split(' '),
)
const ownRecordPaths = new Set(['undo', 'restore', 'revert', 'reveal', 'merge'])

/** Actions without a name of their own, and those whose parts contradict each other. */
export function* actionFaults({ fields, operations, actions = {} }: Resource): Generator<Fault> {
  const closing = Object.keys(actions).filter((name) => actions[name]?.deletes)
  if (closing[1]) yield [`actions.${closing[1]}`, `a DELETE does "${closing[0]}" already`]
  for (const [field, one] of Object.entries<Field>(fields)) {
    const taken = Object.keys(movesOf(one)).find((name) => actions[name]?.moves?.field !== field)
    if (taken !== undefined) yield [field, `another field has the action "${taken}"`]
  }
  for (const [name, action] of Object.entries<ActionDeclaration>(actions)) {
    const place = `actions.${name}`
    if (!/^[a-z][A-Za-z0-9_]{0,47}$/.test(name)) yield [place, 'not a name for an action']
    if (ownActions.has(name)) yield [place, 'every resource has this action']
    yield* fieldFaults(`${place}.input.`, action.input ?? {})
    yield* fieldFaults(`${place}.answer.`, action.answer ?? {})
    for (const [input, { options }] of Object.entries<Field>(action.input ?? {})) {
      if (options.computed || options.derived)
        yield [`${place}.input.${input}`, 'computed: nobody could give it']
    }
    for (const [input, field] of Object.entries<Field>({ ...action.input, ...action.answer })) {
      if (kindOf(field).file) yield [`${place}.input.${input}`, 'only a record holds a file']
      if (presetFrom(field))
        yield [`${place}.input.${input}`, 'only a record takes it from another']
    }
    if (!action.permission) yield [place, 'no permission: say who may']
    const odd = [action.file ?? []].flat().find((type) => !isMediaType(type))
    if (odd !== undefined) yield [`${place}.file`, `"${odd}" is no media type, like text/html`]
    if (action.path !== undefined && !/^[a-z]\w*(?:\/\w+)*$/.test(action.path)) {
      yield [`${place}.path`, 'no end of an address, like sessions/end']
    }
    if (action.deletes && operations.includes('delete')) {
      yield [
        place,
        '`deletes` is for records that are not deleted: leave `delete` out of `operations`',
      ]
    }
    const [first = ''] = actionEnd(name, action).split('/')
    if ((isOnList(action) ? ownPaths : ownRecordPaths).has(first)) {
      yield [place, 'this address belongs to the engine']
    }
    yield* addressFaults(place, action)
    if (action.refusal !== undefined && !action.when && !action.moves)
      yield [`${place}.refusal`, 'nothing is left out: say `when`']
    if (isOnList(action)) yield* listFaults(name, action)
    if (action.file && action.bulk) yield [place, 'a file comes of one record: no `bulk`']
    if (action.previewed && (!(action.bulk ?? action.moves) || action.input)) {
      yield [place, '`previewed` is for `bulk` without `input`']
    }
    if (action.file && action.answer) yield [place, '`file` or `answer`, not both']
    if (action.once && (action.file || action.discloses)) {
      yield [place, '`once` keeps the answer for a day, which no file is and no contact may be']
    }
  }
}

/** What ends an address is a number, and of one record. */
function* addressFaults(
  place: string,
  { addressedBy, input = {}, bulk, on }: ActionDeclaration,
): Generator<Fault> {
  if (addressedBy === undefined) return
  const field: Field | undefined = input[addressedBy]
  if (!field || kindOf(field).scale?.(field) !== 0)
    yield [`${place}.addressedBy`, `"${addressedBy}" is no whole number among \`input\``]
  if (bulk ?? on) yield [`${place}.addressedBy`, 'is for an action of one record alone']
}

/** `text/html`, and of what is taken in also `text/*`. */
const isMediaType = (text: string): boolean => /^[a-z]+\/[\w.+-]+$/.test(text)

/** What needs a record, where there is none. */
function* listFaults(name: string, action: ActionDeclaration): Generator<Fault> {
  const place = `actions.${name}`
  const needy = (['bulk', 'when', 'moves', 'deletes'] as const).find(
    (key) => action[key] !== undefined,
  )
  if (needy) yield [place, `\`${needy}\` needs a record, and \`on: 'list'\` has none`]
  const [path] = actionRule(action).paths ?? []
  if (path) yield [`${place}.permission`, `"${path}" is of a record, and \`on: 'list'\` has none`]
}

/** Where the actions of a resource are called, each with its name. */
export const actionAddresses = ({
  api,
  actions = {},
}: Resource): [name: string, address: string][] =>
  Object.entries<ActionDeclaration>(actions).map(([name, action]) => {
    const end = `${actionEnd(name, action)}${action.addressedBy ? '/:' : ''}`
    return [name, isOnList(action) ? `${api}/${end}` : `${api}/:id/${end}`]
  })
