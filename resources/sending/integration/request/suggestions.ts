import { generatedValues, knownVariables } from './variables.ts'

export { nextTransforms } from './transforms/knownTransforms.ts'

/** What is usual as the value of a kind of mapping row. */
export function valuesOf(kind: string): readonly string[] {
  if (kind === 'field') return [...knownVariables]
  return kind === 'generated' ? [...generatedValues] : []
}
