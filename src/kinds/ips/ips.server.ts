import { textList, type ServerKind } from '../kind.server.ts'
import { checkedList } from '../listOf.ts'
import { listSchema, type IpsField } from './ips.ts'

export const ipsServer: ServerKind<IpsField> = {
  ...textList,
  importText: (text, field) => checkedList(listSchema(field), text.split(/[\s,;]+/)),
}
