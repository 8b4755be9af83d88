import fastifyCors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'

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
