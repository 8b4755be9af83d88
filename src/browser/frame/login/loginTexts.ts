import { localeState } from '../../client/i18n/localeState.ts'
import { store } from '../../client/storage/store.ts'

/** The language last chosen in this browser, once its texts are here. */
export const locale = store.getItem<string>('locale')
const { texts } = localeState.read()
const known = texts && texts.locale === locale ? texts.messages : {}

export const direction = known['direction']

/** Returns a text of the first page, or a message, in that language; the English one where there is no other. */
export const told = (english: string): string => known[`messages.${english}`] ?? english
