import { plainText, type ServerKind } from '../kind.server.ts'
import { isWebAddress, message } from './url.ts'
import { ValueError } from '../valueError.ts'

export const urlServer: ServerKind = {
  ...plainText,
  importText(text) {
    if (!isWebAddress(text.trim())) throw new ValueError('bad_url', message)
    return text.trim()
  },
}
