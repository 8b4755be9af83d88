import { plainText, type ServerKind } from '../kind.server.ts'
import { in24Hours } from '../timestamp/timestamp.server.ts'
import { operand } from './time.ts'

export const timeServer: ServerKind = {
  ...plainText,
  importText: (text) => operand(/m\.?$/i.test(text.trim()) ? in24Hours(text.trim()) : text),
}
