import { promisify } from 'node:util'
import { brotliDecompress, constants, gunzip, inflate } from 'node:zlib'

const decoders = new Map(
  Object.entries({
    gzip: promisify(gunzip),
    'x-gzip': promisify(gunzip),
    deflate: promisify(inflate),
    br: promisify(brotliDecompress),
  }),
)

export const acceptedEncodings = 'gzip, deflate, br'

export interface AnswerBody {
  readonly body: string
  /** Whether some of it is missing: it was too large, or could not be decoded. */
  readonly isTruncated: boolean
}

/** Returns the text of a body as it came, unpacked to at most so many bytes. What is packed larger, or twice, has no text. */
export async function readBody(
  content: Buffer,
  headers: Readonly<Record<string, string>>,
  { maxBytes, isCut }: { maxBytes: number; isCut: boolean },
): Promise<AnswerBody> {
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase()
  if (!encoding || encoding === 'identity' || content.length === 0) {
    return { body: textOf(content, headers), isTruncated: isCut }
  }
  try {
    const decode = decoders.get(encoding)
    const finish = encoding === 'br' ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH
    const options = { maxOutputLength: maxBytes, finishFlush: finish }
    const unpacked = await decode?.(content, options)
    if (unpacked) return { body: textOf(unpacked, headers), isTruncated: isCut }
  } catch {
    // Too large when unpacked, or damaged.
  }
  return { body: '', isTruncated: true }
}

/** By the charset that the answer names; without NUL, which no column of text can hold. */
function textOf(content: Buffer, headers: Readonly<Record<string, string>>): string {
  const [, charset = 'utf-8'] =
    /charset\s*=\s*"?([\w-]+)/i.exec(headers['content-type'] ?? '') ?? []
  return decoderOf(charset).decode(content).replaceAll('\0', '')
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}
