import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import fastifyCors from '@fastify/cors'

/**
 * The style library puts its rules into style elements without text, by script. The hash of the empty text
 * lets exactly these through, so neither 'unsafe-inline' nor a nonce in the static page is needed.
 */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

const contentSecurityPolicy = (apiOrigin: string | undefined) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' ${emptyStyle}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", apiOrigin].filter(Boolean).join(' '),
    "worker-src 'self'",
    "object-src 'none'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')

const headers: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // Only the console's files may be kept, and they say so themselves.
  'cache-control': 'no-store',
}

/** The headers of every answer, of a console that may call an API at another origin. */
export function securityHeadersFor(apiOrigin?: string): Record<string, string> {
  return { ...headers, 'content-security-policy': contentSecurityPolicy(apiOrigin) }
}

const hour = 3600

/** Lets the configured origins, and no other, call the API from a browser. Nothing is sent along unasked: no cookies. */
export const cors = plugin(
  async (app: FastifyInstance, { origins }: { origins: readonly string[] }) => {
    if (origins.length === 0) return
    await app.register(fastifyCors, {
      origin: origins.map((origin) => new URL(origin).origin).filter((origin) => origin !== 'null'),
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: [
        'authorization',
        'content-type',
        'idempotency-key',
        'locale',
        'last-event-id',
        'tus-resumable',
        'upload-length',
        'upload-metadata',
        'upload-offset',
      ],
      exposedHeaders: [
        'content-disposition',
        'location',
        'retry-after',
        'tus-resumable',
        'upload-expires',
        'upload-length',
        'upload-offset',
      ],
      maxAge: hour,
      strictPreflight: false,
    })
  },
)
