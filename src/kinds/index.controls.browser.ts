import { listInput } from '../browser/ui/fields/textInputs.tsx'
import { exampleEmail } from '../csv/exampleRow.ts'
import { line, numberText } from './parts/line.controls.browser.tsx'

export { textControls as text } from './text/text.controls.browser.tsx'
export { moneyControls as money } from './money/money.controls.browser.tsx'
export { booleanControls as boolean } from './boolean/boolean.controls.browser.tsx'
export { choiceControls as choice } from './choice/choice.controls.browser.tsx'
export { dateControls as date, timeControls as time } from './date/date.controls.browser.tsx'
export { timestampControls as timestamp } from './timestamp/timestamp.controls.browser.tsx'
export { colorControls as color } from './color/color.controls.browser.tsx'
export { countryControls as country } from './country/country.controls.browser.tsx'
export { jsonControls as json } from './json/json.controls.browser.tsx'
export { timeZoneControls as timeZone } from './timeZone/timeZone.controls.browser.tsx'
export { wordsControls as words } from './words/words.controls.browser.tsx'
export { rowsControls as rows } from './rows/rows.controls.browser.tsx'
export { referenceControls as reference } from './reference/reference.controls.browser.tsx'
export { referencesControls as references } from './references/references.controls.browser.tsx'
export { passwordControls as password } from './password/password.controls.browser.tsx'
export { secretControls as secret } from './secret/secret.controls.browser.tsx'
export { richTextControls as richText } from './richText/richText.controls.browser.tsx'
export { fileControls as file, fileControls as image } from './file/file.controls.browser.tsx'

export const email = { ...line({ type: 'email' }), example: () => exampleEmail }
export const phone = { ...line({ type: 'tel' }), example: () => '+44 7400 123456' }
export const url = { ...line({ type: 'url' }), example: () => 'https://example.com' }
export const integer = { ...numberText, ...line({ inputMode: 'numeric' }), example: () => '1' }
export const decimal = {
  ...numberText,
  ...line({ inputMode: 'decimal' }),
  example: () => '1250.00',
}
export const progress = integer
export const ips = listInput(/[\s,;]+/)
/** Commas and semicolons may stand in a web address. */
export const urls = listInput(/\s+/)
