import { createMsg } from './msg.ts'
import files from './en/files.json'

/** Makes a message about a file, on the server or in the browser. */
export const msg = createMsg(files)
