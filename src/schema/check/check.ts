import { operations } from '../access.ts'
import { actionFaults } from './checkActions.ts'
import { countFaults } from './checkSums.ts'
import type { Resource } from '../resource.ts'
import { fieldFaults, namePattern } from './checkField.ts'
import { looksFaults } from './checkLooks.ts'
import { faultsTogether } from './checkTogether.ts'
import { meant, noField } from './meant.ts'
import { throwAll, untilBroken, type Fault } from './throwAll.ts'
import { viewsFaults } from './checkViews.ts'
import { unusableIn } from './checkUse.ts'
import { viewFaults } from './viewFaults.ts'
import { missingNames, namesUsed } from './namesUsed.ts'

/**
 * Throws, naming resource and place of each fault, when declarations contradict themselves or each other. The server asks at
 * its start and `npm run check` before it, so that the browser need not carry the questions.
 */
export function checkResources(resources: readonly Resource[]): void {
  throwAll(
    resources.flatMap((resource) => [...untilBroken(resource.name, declarationFaults(resource))]),
  )
  throwAll(untilBroken('resources', faultsTogether(resources)))
}

function* declarationFaults(resource: Resource): Generator<string> {
  for (const [place, fault] of faultsOf(resource)) {
    yield `${resource.name}${place && `.${place}`}: ${fault}`
  }
}

function* faultsOf(resource: Resource): Generator<Fault> {
  if (!namePattern.test(resource.name)) {
    yield ['', 'a name has only a–z, 0–9 and _, and at most 48 characters']
  }
  yield* fieldFaults('', resource.fields)
  yield* outcomesFaults(resource)
  yield* actionFaults(resource)
  const missing = [...missingNames(resource)]
  yield* missing
  for (const [place, names] of namesUsed(resource)) {
    const duplicate = names.find((one, index) => names.indexOf(one) !== index)
    if (duplicate !== undefined && place !== 'unique' && place !== 'indexes') {
      yield [place, `"${duplicate}" stands there twice`]
    }
  }
  // What else is wrong with a field that is not there says nothing.
  if (missing.length > 0) return
  yield* viewFaults(resource)
  yield* viewsFaults(resource)
  yield* countFaults(resource)
  yield* looksFaults(resource)
  const known: readonly string[] = operations
  const odd = [...resource.operations, ...(resource.reauthenticate ?? [])].find(
    (one) => !known.includes(one),
  )
  if (odd) yield ['operations', `no operation "${odd}"${meant(odd, known)}`]
  else if (resource.operations.length > 0 && !resource.operations.includes('list')) {
    yield ['operations', 'add "list": people find, choose and export records there']
  }
  const strange = Object.keys(resource.access).find((one) => !known.includes(one))
  if (strange) yield ['access', `no operation "${strange}"${meant(strange, known)}`]
  for (const operation of operations) {
    if (typeof resource.access[operation] !== 'function') yield [`access.${operation}`, 'no rule']
  }
  yield* unusableIn(resource)
}

function* outcomesFaults({ import: files }: Resource): Generator<Fault> {
  if (!files?.outcomes) return
  const { fields, settings, needs } = files.outcomes
  yield* fieldFaults('import.outcomes.fields.', fields)
  const missing = [...settings, ...needs.flat()].find((name) => !fields[name])
  if (missing !== undefined) yield ['import.outcomes', noField(missing, { fields })]
}
