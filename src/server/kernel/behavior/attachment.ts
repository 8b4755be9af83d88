interface Sent {
  readonly name: string
  readonly type: string
  /** Bytes; left out where they are not known before they are made. */
  readonly length?: number
}

/** The headers under which a file leaves the server: saved, never shown or run (attacks C2). */
export function attachment({ name, type, length }: Sent): Record<string, string> {
  const plain = name.replaceAll(/[^\w .()-]/g, '_')
  return {
    'content-type': type,
    ...(length !== undefined && { 'content-length': String(length) }),
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded(name)}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'no-store',
  }
}

const encoded = (name: string) =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
