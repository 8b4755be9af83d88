import { MessageError } from '../schema/texts/texts.ts'

/** Thrown by a kind for a value it cannot take. `code` is stable and machine readable. */
export class ValueError extends MessageError {
  readonly code: string
  /** The field it is about, where the thrower knows more than one. */
  readonly field: string
  /** What else is wrong with the same record. */
  readonly more: readonly ValueError[]

  constructor(code: string, message: string, field = '', more: readonly ValueError[] = []) {
    super(message)
    this.more = more
    this.code = code
    this.field = field
  }
}

/** Runs every check. Throws the first ValueError with what the other checks have found besides. */
export function checkAll(...checks: readonly (() => void)[]): void {
  const found: ValueError[] = []
  for (const check of checks) {
    try {
      check()
    } catch (error) {
      if (!(error instanceof ValueError)) throw error
      found.push(error)
    }
  }
  const [first, ...more] = found
  if (first) throw new ValueError(first.code, first.text, first.field, more)
}
