import { randomUUID } from 'node:crypto'

import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

import { auditDenials } from '../audit/denied.ts'
import { createAuthenticator } from '../auth/authenticate.ts'
import { addressBlock } from '../auth/loginLimits.ts'
import { authRoutes } from '../auth/authRoutes.ts'
import type { Backend } from '../kernel/backend.ts'
import { consoleFiles } from './consoleFiles.ts'
import { features } from '../../features/index.server.ts'
import { eventRoutes } from '../events/eventRoutes.ts'
import { exportRoutes } from '../exports/exportRoutes.ts'
import { answerErrors } from './failures.ts'
import { uploadRoutes } from '../files/uploads.ts'
import { guardRoutes } from '../kernel/guard.ts'
import { validateRequests } from '../kernel/validate.ts'
import { importRoutes } from '../imports/importRoutes.ts'
import { jobRoutes } from '../jobs/jobRoutes.ts'
import { notificationRoutes } from '../notifications/notificationRoutes.ts'
import { documentRoute, documentRoutes } from './document.ts'
import { answerBadAddress } from './platform/badAddress.ts'
import { cors, securityHeaders } from './platform/headers.ts'
import { readForwarded } from '../kernel/forwarded.ts'
import { shareRoutes } from '../kernel/fairShare.ts'
import { createDiskState, healthRoutes, metricsRoutes } from './platform/health.ts'
import { helpRoutes } from './platform/help.ts'
import { answerClientError, limitTimes, requestTimeoutMs, timeouts } from './platform/timeouts.ts'
import { recordRoutes } from '../records/recordRoutes.ts'
import { revealRoutes } from '../reveal/revealRoutes.ts'
import { logRequests } from './requests/requestLog.ts'
import { translateAnswers } from '../translations/answers.ts'
import { msg } from '../../texts/serverMsg.ts'

const megabyte = 1024 * 1024

interface ServerOptions {
  /** Milliseconds that the process may answer nobody before it refuses new requests; 0 for any time. */
  readonly patience?: number
}

/** The assembled HTTP server: every plugin and every route, in one list. It does not listen yet. */
export async function buildServer(
  backend: Backend,
  { patience = 2_000 }: ServerOptions = {},
): Promise<FastifyInstance> {
  const { config, log } = backend
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: megabyte,
    genReqId: () => randomUUID(),
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerClientError,
    requestTimeout: requestTimeoutMs,
    routerOptions: { maxParamLength: 200 },
    // The engine's own keys are checked by zod; a poisoned prototype never gets that far.
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  })
  readForwarded(app)
  // What a form of another site can send without asking is no request of ours.
  app.removeContentTypeParser('text/plain')
  const authenticator = createAuthenticator(backend)
  app.addHook('onClose', () => authenticator.close())

  limitTimes(app, timeouts)
  const disk = createDiskState(log)
  answerErrors(app, disk)
  validateRequests(app)
  await app.register(securityHeaders, { apiOrigin: config.apiOrigin })
  await app.register(cors, { origins: config.corsOrigins })
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  const limit = { ...limits, max: config.rateLimit }
  await app.register(rateLimit, { ...limit, global: false })
  // Before the guard, so that a flood of made-up tokens ends here and not at the database.
  app.addHook('onRequest', app.rateLimit(limit))
  await app.register(underPressure, { maxEventLoopDelay: patience, retryAfter: 5 })
  logRequests(app, backend)
  translateAnswers(app, backend)
  guardRoutes(app, (request) => authenticator.authenticate(request))
  shareRoutes(app, backend.database)
  await documentRoutes(app, backend.business.resources)
  auditDenials(app, backend)

  healthRoutes(app, backend, disk)
  metricsRoutes(app, backend)
  await app.register(
    async (plugin) => {
      const api = plugin.withTypeProvider<ZodTypeProvider>()
      authRoutes(api, backend)
      recordRoutes(api, backend)
      revealRoutes(api, backend)
      jobRoutes(api, backend)
      notificationRoutes(api, backend)
      eventRoutes(api, backend, authenticator)
      exportRoutes(api, backend)
      uploadRoutes(api, backend)
      importRoutes(api, backend)
      documentRoute(api)
      helpRoutes(api, backend)
      for (const { routes } of features) routes?.(api, backend)
      for (const behavior of Object.values(backend.business.behaviors)) {
        behavior.routes?.(api, backend)
      }
      backend.business.routes?.(api, backend)
    },
    { prefix: '/api' },
  )
  await app.register(consoleFiles, { apiOrigin: config.apiOrigin })
  return app
}

const limits = {
  timeWindow: '1 minute',
  keyGenerator: ({ ip }: FastifyRequest) => addressBlock(ip),
  allowList: ({ routeOptions }: FastifyRequest) => routeOptions.config.rateLimit === false,
  errorResponseBuilder: tooFast,
}

function tooFast(_request: unknown, { ttl }: { ttl: number }) {
  const message = msg('too_many_requests_try_again_in_seconds', { seconds: Math.ceil(ttl / 1000) })
  return { statusCode: 429, message }
}
