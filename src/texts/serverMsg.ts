import { firstPageTexts } from './firstPage.ts'
import { createMsg } from './msg.ts'
import server from './server.json'

/** Writes a message of the server in English; `translateAnswers` translates it where it leaves. */
export const msg = createMsg({ ...server, ...firstPageTexts })
