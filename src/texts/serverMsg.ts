import { firstPageTexts } from './firstPage.ts'
import { createMsg } from './msg.ts'
import files from './en/files.json'
import server from './en/server.json'

/** Makes a message of the server, which is rendered in the language of the request where it leaves. */
export const msg = createMsg({ ...server, ...files, ...firstPageTexts })
