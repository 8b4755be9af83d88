import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import underPressure from '@fastify/under-pressure'
import fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { Histogram } from 'prom-client'
import { z } from 'zod'

import { queryMessage, refusalOf, type PartRefusal } from '#contract'

import { createDenials } from '../audit/audit.ts'
import { createAuthenticator } from '../auth/authenticate.ts'
import { authRoutes } from '../auth/authRoutes.ts'
import type { Backend } from '../kernel/backend.ts'
import { buildFolder } from '../kernel/businessFolder.ts'
import { consoleFiles } from './consoleFiles.ts'
import { helpRoutes } from './helpRoutes.ts'
import { features } from '../../features/index.server.ts'
import { eventRoutes } from '../events/eventRoutes.ts'
import { exportRoutes } from '../exports/exportRoutes.ts'
import { refuseDeepBody, shallowBytes } from './depth.ts'
import { answerErrors } from './failures.ts'
import { recordFileRoutes } from '../files/recordFiles.ts'
import { uploadRoutes } from '../files/uploads.ts'
import { guardRoutes, readForwarded, isRead } from '../kernel/guard.ts'
import { bodyRefusal, ContractError, issueMessage, queryIssueMessage } from '../kernel/validate.ts'
import { badRequest, invalid } from '../kernel/errors.ts'
import { importRoutes } from '../imports/importRoutes.ts'
import { jobRoutes } from '../jobs/jobRoutes.ts'
import { notificationRoutes } from '../notifications/notificationRoutes.ts'
import { documentRoute, documentRoutes } from './document.ts'
import { answerBadAddress, answerClientError, refuse, cors, securityHeadersFor } from './headers.ts'
import { shareRoutes } from '../kernel/turns/fairShare.ts'
import { healthRoutes } from './health.ts'
import { createDiskState } from './diskState.ts'
import { createMetrics, metricsRoutes } from './metrics.ts'
import { recordRoutes } from '../records/recordRoutes.ts'
import { revealRoutes } from '../reveal/reveal.ts'
import { limitRate, spaceLargeBodies, type Rate } from './callerLimits.ts'
import { mostConnections } from './mostConnections.ts'
import { createRequestLog, lineOf, type RequestLog } from './requestLog.ts'
import { translateAnswers } from '../translations/answers.ts'

/** Milliseconds for a request of any kind; Node looks after it for requests that never get as far as a route. */
const requestTimeoutMs = 600_000

interface ServerOptions {
  /** Milliseconds that the process may be blocked before it refuses new requests; 0 for any time. */
  readonly maxEventLoopDelayMs?: number
  /** The folder of the built console. */
  readonly root?: string
}

/** The assembled HTTP server: every plugin and every route, in one list. It does not listen yet. */
export async function buildServer(
  backend: Backend,
  { maxEventLoopDelayMs = 2_000, root = buildFolder }: ServerOptions = {},
): Promise<FastifyInstance> {
  const { config, database, log } = backend
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: 1024 * 1024,
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
  database.faults.on('full', disk.foundFull)
  app.addHook('onClose', async () => void database.faults.off('full', disk.foundFull))
  const metrics = createMetrics()
  const listsRequests = backend.business.resources.some(({ name }) => name === 'requests')
  translateAnswers(app, backend)
  answerErrors(app, {
    disk,
    isDevelopment: config.isDevelopment,
    denied: createDenials(backend),
  })
  validateRequests(app)
  await frameRequests(app, {
    ...config,
    rate: { max: config.rateLimit, knownToken: authenticator.knownToken },
    durations: metrics.durations,
    requestLog: listsRequests ? createRequestLog(backend) : undefined,
  })
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  await app.register(underPressure, { maxEventLoopDelay: maxEventLoopDelayMs, retryAfter: 5 })
  guardRoutes(app, authenticator.authenticate)
  app.addHook('preValidation', async ({ body, headers, is404 }) => {
    const isShort = Number(headers['content-length']) <= shallowBytes
    if (body && !isShort && !is404) refuseDeepBody(body)
  })
  spaceLargeBodies(app)
  shareRoutes(app, database)
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
      recordFileRoutes(api, backend)
      importRoutes(api, backend)
      documentRoute(api, backend.business.resources)
      helpRoutes(api, backend)
      for (const { routes } of features) routes?.(api, backend)
      for (const behavior of Object.values(backend.business.behaviors)) {
        behavior.routes?.(api, backend)
      }
      backend.business.routes?.(api, backend)
    },
    { prefix: '/api' },
  )
  await app.register(consoleFiles, { apiOrigin: config.apiOrigin, root })
  return app
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds in which the body of a request must arrive. */
    bodyTimeoutMs?: number
  }
}

interface Timeouts {
  /** Milliseconds in which the body of a request must arrive that says no other time. */
  readonly bodyMs: number
  /** Milliseconds in which the reader of a stream must take some of it. */
  readonly stallMs: number
}

export interface Frame {
  /** The one other origin that the page may call. */
  readonly apiOrigin?: string | undefined
  /** The other origins that may call the API from a browser. */
  readonly corsOrigins?: readonly string[]
  readonly timeouts?: Timeouts
  /** Any number of requests where nothing is said. */
  readonly rate?: Rate
  /** Takes how long each request took, by route pattern, method and class of status. */
  readonly durations?: Histogram
  readonly requestLog?: RequestLog | undefined
}

/**
 * What stands around every request, whatever its route: the address it comes from, the headers of its answer, the limits
 * of its time and rate, and the notes of what became of it.
 */
export async function frameRequests(
  app: FastifyInstance,
  {
    apiOrigin,
    corsOrigins = [],
    timeouts = { bodyMs: 60_000, stallMs: 60_000 },
    rate,
    durations,
    requestLog,
  }: Frame,
): Promise<void> {
  const headers = Object.entries(securityHeadersFor(apiOrigin))
  app.server.maxConnections = mostConnections()
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers['x-forwarded-for'] !== undefined) readForwarded(request)
    // On the raw answer, so that they also stand on errors, on unknown addresses and on streams that take the answer out
    // of Fastify's hands.
    for (const [name, value] of headers) reply.raw.setHeader(name, value)
    if (request.protocol === 'https') {
      reply.raw.setHeader('strict-transport-security', 'max-age=31536000')
    }
    limitBody(request, reply, timeouts.bodyMs)
  })
  await app.register(cors, { origins: corsOrigins })
  if (rate) await limitRate(app, rate)
  app.addHook('onSend', async (_request, { raw }, payload) => {
    if (payload instanceof Readable) raw.setTimeout(timeouts.stallMs, () => raw.destroy())
  })
  app.addHook('onResponse', async (request, reply) => {
    if (durations) observe(durations, request, reply)
    if (requestLog && isLogged(request, reply)) requestLog.add(lineOf(request, reply))
  })
  app.addHook('onClose', () => requestLog?.close())
}

/** Ends a connection whose request does not arrive in time. */
function limitBody({ raw, routeOptions }: FastifyRequest, reply: FastifyReply, bodyMs: number) {
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
  if (length === undefined && encoding === undefined) return
  const timer = setTimeout(() => {
    if (raw.complete) return
    // A request that a test injects has no connection to answer on.
    const isOpen = !reply.raw.headersSent && raw.socket instanceof Socket
    if (isOpen) refuse(raw.socket, 408)
    else raw.destroy()
  }, routeOptions.config.bodyTimeoutMs ?? bodyMs).unref()
  for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(timer))
}

function observe(durations: Histogram, request: FastifyRequest, reply: FastifyReply): void {
  // A stream lasts as long as its reader likes; that is no response time.
  if (String(reply.raw.getHeader('content-type')).startsWith('text/event-stream')) return
  const route = request.routeOptions.url ?? 'unknown'
  const status = `${Math.floor(reply.statusCode / 100)}xx`
  durations.observe({ route, method: request.method, status }, reply.elapsedTime / 1000)
}

/**
 * Whether a call of the API changed something or failed. Searches by POST read, and the pieces of an
 * upload are told by what is done with the file.
 */
function isLogged(request: FastifyRequest, { statusCode }: FastifyReply): boolean {
  const { url, method, routeOptions } = request
  if (routeOptions.config.isLogged) return true
  if (!url.startsWith('/api/') || method === 'OPTIONS') return false
  return statusCode >= 400 || !(isRead(request) || routeOptions.url?.startsWith('/api/files'))
}

/**
 * Checks every request against its route's contract: body and path answer 422 with messages by field, all else 400. Answers
 * are written as they are: only the tests hold them against the contract.
 */
export function validateRequests(app: FastifyInstance): void {
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer))
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => {
    // What says nothing of a value only documents it.
    if (schema instanceof z.ZodUnknown) return () => true
    const refuse = httpPart === 'body' || httpPart === 'params' ? bodyRefusal : queryRefusal
    const error = refuse === queryRefusal ? queryIssueMessage : issueMessage
    const whole = refusalOf(schema)
    // Where fields are named, no body is as one without keys.
    const nothing = httpPart === 'body' && !whole ? {} : undefined
    return (value) => {
      const taken = schema.safeParse(value ?? nothing, { error })
      if (taken.success) return { value: taken.data }
      const { issues } = taken.error
      return { error: new ContractError(whole ? refusalAs(whole, issues) : refuse(issues)) }
    }
  })
}

const refusalAs = ({ status, message }: PartRefusal, issues: readonly z.core.$ZodIssue[]) =>
  status === 422 ? invalid({}, message(issues)) : badRequest(message(issues))

const queryRefusal = (issues: readonly z.core.$ZodIssue[]) => badRequest(queryMessage(issues))
