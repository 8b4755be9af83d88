import { ValueError, type Field, type Kind } from './field.ts'

const longestUsual = 200

/** The kind with a limit before everything that reads a text: what patterns take is bounded, whoever sends the text. */
export function bounded(kind: Kind): Kind {
  function checked(text: string, field: Field): string {
    const longest = kind.longest?.(field) ?? longestUsual
    if (text.length <= longest) return text
    const trimmed = text.trim()
    if (trimmed.length <= longest) return trimmed
    throw new ValueError('too_long', `Use at most ${longest} characters`)
  }
  return {
    ...kind,
    operand: (text, field) => kind.operand(checked(text, field), field),
    importText: (text, field, context) => kind.importText(checked(text, field), field, context),
  }
}
