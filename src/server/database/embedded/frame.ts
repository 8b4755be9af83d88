/** One message of PostgreSQL's wire protocol: a letter, the length, the body. */
export function frame(letter: string, body: Uint8Array = new Uint8Array(0)): Buffer {
  const message = Buffer.allocUnsafe(body.length + 5)
  message.write(letter, 'latin1')
  message.writeInt32BE(body.length + 4, 1)
  message.set(body, 5)
  return message
}

/** A simple query: one or several statements without parameters. */
export function queryFrame(text: string): Buffer {
  return frame('Q', Buffer.from(`${text}\0`))
}
