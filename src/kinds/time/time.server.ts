import { plainText, type ServerKind } from '../kind.server.ts'
import { in24Hours } from '../timestamp/timestamp.server.ts'
import { operand } from './time.ts'

export const timeServer: ServerKind = {
  ...plainText,
  importText: (text) => operand(in24Hours(text.trim())),
}
