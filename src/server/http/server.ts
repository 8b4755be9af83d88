import { randomUUID } from 'node:crypto'

import compress from '@fastify/compress'
import underPressure from '@fastify/under-pressure'
import fastify, { LogController, type FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

import { createDenials } from '../audit/denied.ts'
import { createAuthenticator } from '../auth/authenticate.ts'
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
import { frameRequests } from './frame.ts'
import { answerBadAddress, answerClientError } from './platform/clientErrors.ts'
import { shareRoutes } from '../kernel/fairShare.ts'
import { createDiskState, createMetrics, healthRoutes, metricsRoutes } from './platform/health.ts'
import { helpRoutes } from './platform/help.ts'
import { recordRoutes } from '../records/recordRoutes.ts'
import { revealRoutes } from '../reveal/revealRoutes.ts'
import { createRequestLog } from './requests/requestLog.ts'
import { translateAnswers } from '../translations/answers.ts'

const megabyte = 1024 * 1024

/** Milliseconds for a request of any kind; Node looks after it for requests that never get as far as a route. */
const requestTimeoutMs = 600_000

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
  // What a form of another site can send without asking is no request of ours.
  app.removeContentTypeParser('text/plain')
  const authenticator = createAuthenticator(backend)
  app.addHook('onClose', () => authenticator.close())

  const disk = createDiskState(log)
  const metrics = createMetrics()
  const listsRequests = backend.business.resources.some(({ name }) => name === 'requests')
  const translate = translateAnswers(app, backend)
  answerErrors(app, { disk, denied: createDenials(backend), translate })
  validateRequests(app)
  await frameRequests(app, {
    ...config,
    maxRequests: config.rateLimit,
    durations: metrics.durations,
    requestLog: listsRequests ? createRequestLog(backend) : undefined,
  })
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  await app.register(underPressure, { maxEventLoopDelay: patience, retryAfter: 5 })
  guardRoutes(app, authenticator.authenticate)
  shareRoutes(app, backend.database)
  await documentRoutes(app, backend.business.resources)

  healthRoutes(app, backend, disk)
  metricsRoutes(app, backend, metrics)
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
