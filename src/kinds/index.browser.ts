import { contact } from './parts/contact.browser.tsx'
import type { BrowserKind } from './kind.browser.ts'
import { textsBrowser } from './parts/texts.browser.tsx'

export { textBrowser as text } from './text/text.browser.tsx'
export { urlBrowser as url, urlsBrowser as urls } from './url/url.browser.tsx'
export { integerBrowser as integer } from './integer/integer.browser.tsx'
export { decimalBrowser as decimal, moneyBrowser as money } from './money/money.browser.tsx'
export { booleanBrowser as boolean } from './boolean/boolean.browser.tsx'
export { choiceBrowser as choice } from './choice/choice.browser.tsx'
export { dateBrowser as date } from './date/date.browser.tsx'
export { timestampBrowser as timestamp } from './timestamp/timestamp.browser.tsx'
export { colorBrowser as color } from './color/color.browser.tsx'
export { countryBrowser as country } from './country/country.browser.tsx'
export { jsonBrowser as json } from './json/json.browser.tsx'
export { wordsBrowser as words } from './words/words.browser.tsx'
export { rowsBrowser as rows } from './rows/rows.browser.tsx'
export { referenceBrowser as reference } from './reference/reference.browser.tsx'
export { referencesBrowser as references } from './references/references.browser.tsx'
export { secretBrowser as secret } from './secret/secret.browser.tsx'
export { progressBrowser as progress } from './progress/progress.browser.tsx'
export { richTextBrowser as richText } from './richText/richText.browser.tsx'
export { fileBrowser as file, imageBrowser as image } from './file/file.browser.tsx'

export const email = contact('mailto', 'addresses')
export const phone = contact('tel', 'phones')
export const ips = textsBrowser((text) => text)
const plain: BrowserKind['show'] = ({ value }) => String(value)
export const time: BrowserKind = { direction: 'ltr', show: plain }
export const timeZone: BrowserKind = { direction: 'ltr', show: plain }
export const password = { show: () => '••••••••' }
