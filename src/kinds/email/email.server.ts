import { plainText, type ServerKind } from '../kind.server.ts'
import { emailPattern, message, normalise } from './email.ts'
import { ValueError } from '../valueError.ts'

export const emailServer: ServerKind = {
  ...plainText,
  maskSql(column) {
    const [name, domain] = [`split_part(${column}, '@', 1)`, `split_part(${column}, '@', 2)`]
    const ending = String.raw`substring(${domain} from '\.[^.]*$')`
    return `left(${name}, 1) || '•••••@' || left(${domain}, 1) || '•••' || coalesce(${ending}, '')`
  },
  importText(text) {
    const address = normalise(text)
    if (!emailPattern.test(address)) throw new ValueError('bad_email', message)
    return address
  },
}
