import { ipsKind } from './ips/ips.ts'
import { textList } from './kind.server.ts'
import { urlsKind } from './urls/urls.ts'
import { between, wordsKind } from './words/words.ts'

export { textServer as text } from './text/text.server.ts'
export { emailServer as email } from './email/email.server.ts'
export { phoneServer as phone } from './phone/phone.server.ts'
export { urlServer as url } from './url/url.server.ts'
export { integerServer as integer } from './integer/integer.server.ts'
export { decimalServer as decimal } from './decimal/decimal.server.ts'
export { moneyServer as money } from './money/money.server.ts'
export { booleanServer as boolean } from './boolean/boolean.server.ts'
export { choiceServer as choice } from './choice/choice.server.ts'
export { dateServer as date } from './date/date.server.ts'
export { timestampServer as timestamp } from './timestamp/timestamp.server.ts'
export { plainText as color } from './kind.server.ts'
export { plainText as country } from './kind.server.ts'
export { jsonServer as json } from './json/json.server.ts'
export { timeServer as time } from './time/time.server.ts'
export { plainText as timeZone } from './kind.server.ts'
export { rowsServer as rows } from './rows/rows.server.ts'
export { referenceServer as reference } from './reference/reference.server.ts'
export { referencesServer as references } from './references/references.server.ts'
export { passwordServer as password } from './password/password.server.ts'
export { secretServer as secret } from './secret/secret.server.ts'
export { progressServer as progress } from './progress/progress.server.ts'
export { richTextServer as richText } from './richText/richText.server.ts'
export { fileServer as file, fileServer as image } from './file/file.server.ts'

export const words = textList(wordsKind, between, ', ')
export const ips = textList(ipsKind, /[\s,;]+/)
/** Commas and semicolons may stand in a web address. */
export const urls = textList(urlsKind, /\s+/)
