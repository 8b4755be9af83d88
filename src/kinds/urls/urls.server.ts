import { textList, type ServerKind } from '../kind.server.ts'
import { checkedList } from '../listOf.ts'
import { listSchema, type UrlsField } from './urls.ts'

export const urlsServer: ServerKind<UrlsField> = {
  ...textList,
  importText: (text, field) => checkedList(listSchema(field), text.split(/\s+/)),
}
