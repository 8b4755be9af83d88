import { messageOf, type Texts } from '../schema/texts/message.ts'
import type { KeyOf } from '../schema/texts/texts.ts'
import type { firstPageTexts } from './firstPage.ts'

type First = typeof firstPageTexts

/** Makes a message of the first page or of the connection by its key without `messages.`, with its English beside it. */
export const firstMsg = <Key extends KeyOf<First, 'messages'>>(
  key: Key,
  english: First[`messages.${Key}`],
  values?: Texts,
): string => messageOf(`messages.${key}`, english, values)
