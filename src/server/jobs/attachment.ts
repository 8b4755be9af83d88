import type { StoredFile } from '../files/store.ts'

/** The headers under which a stored file leaves the server: saved, never shown or run (attacks C2). */
export function attachment({ name, media_type, stored }: StoredFile): Record<string, string> {
  const plain = name.replaceAll(/[^\w .()-]/g, '_')
  return {
    'content-type': media_type,
    'content-length': String(stored),
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded(name)}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'private, no-store',
  }
}

const encoded = (name: string) =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
