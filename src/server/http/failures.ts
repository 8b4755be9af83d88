import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { QueryError, renderMessage } from '#schema'

import { FileError } from '../../csv/fileError.ts'
import { businessFolder, root } from '../kernel/businessFolder.ts'
import { faultOf, isDiskFull } from '../database/faults.ts'
import { badRequest, invalid, notFound, RequestError } from '../kernel/errors.ts'
import { ContractError } from '../kernel/validate.ts'
import { faultAnswer } from './faultAnswer.ts'
import { createDiskState, type DiskState } from './diskState.ts'
import { msg } from '../../texts/serverMsg.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the answer says of why the request failed, in English; '' while it has not. */
    failure: string
  }
}

interface Options {
  readonly disk?: DiskState
  /** Whether a bug says what it is: only where its readers work on the code. */
  readonly isDevelopment?: boolean
  /** Called before a refusal for want of a permission is answered. */
  denied?(request: FastifyRequest, refusal: Refusal): Promise<void>
}

/** What a request that fails is answered. */
type Refusal = Pick<RequestError, 'text'> &
  Partial<Pick<RequestError, 'errors' | 'retryAfter' | 'code' | 'data'>> & {
    readonly status: number
  }

/** Turns what is thrown into answers: a status, a message, and messages by field. Nothing of a bug leaves the server. */
export function answerErrors(
  app: FastifyInstance,
  { disk = createDiskState(app.log), isDevelopment = false, denied }: Options = {},
): void {
  async function answer(error: Error, request: FastifyRequest, reply: FastifyReply) {
    const refusal = refusalOf(error, request, { disk, isDevelopment })
    const { status, text, errors, retryAfter, code, data } = refusal
    request.failure = renderMessage(text)
    if (status === 403) await denied?.(request, refusal)
    if (retryAfter !== undefined) reply.header('retry-after', Math.ceil(retryAfter))
    const body = {
      message: text,
      ...(errors && { errors }),
      ...(code && { code }),
      ...(data && { data }),
    }
    return reply.status(status).send(body)
  }

  app.decorateRequest('failure', '')
  app.setNotFoundHandler((request, reply) => answer(notFound(), request, reply))
  app.setErrorHandler(answer)
}

function refusalOf(
  error: Partial<FastifyError>,
  request: FastifyRequest,
  { disk, isDevelopment }: Required<Pick<Options, 'disk' | 'isDevelopment'>>,
): Refusal {
  if (error instanceof RequestError) return error
  if (error instanceof ContractError) return error.refusal
  if (error instanceof QueryError) return badRequest(error.text)
  if (error instanceof FileError) return invalid({ file: [error.text] }, error.text)
  if (isClientError(error)) return { status: error.statusCode, text: clientMessage(error) }
  const fault = faultOf(error)
  if (!fault) return bugAnswer(error, request, isDevelopment)
  if (isDiskFull(error)) disk.foundFull(error)
  else request.log.warn({ err: error, request_id: request.id }, 'the database did not answer')
  return faultAnswer(fault, error as Error, request)
}

type ClientError = { message: string; statusCode: number; code?: string }

const isClientError = (error: Partial<FastifyError>): error is ClientError =>
  error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500

const messages: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: msg('the_request_is_too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: msg('send_json_with_the_header_content_type'),
  FST_ERR_CTP_EMPTY_JSON_BODY: msg('the_body_is_empty_send_json'),
  FST_ERR_CTP_INVALID_JSON_BODY: msg('the_body_is_not_valid_json'),
}

function clientMessage({ code, message, statusCode }: ClientError): string {
  const known = messages[code ?? '']
  return known ?? (statusCode === 429 ? message : msg('the_request_is_not_valid'))
}

/** PostgreSQL cannot take a value: a NUL in a text, half a character in JSON. */
const isBadValue = (code: unknown) => typeof code === 'string' && /^22...$/.test(code)

function bugAnswer(
  error: Partial<FastifyError>,
  request: FastifyRequest,
  isDevelopment: boolean,
): Refusal {
  if (isBadValue(error.code)) {
    request.log.warn({ err: error, request_id: request.id }, 'a value was refused')
    return badRequest(msg('the_request_is_not_valid'))
  }
  if (error.statusCode === 503) return { status: 503, text: msg('the_server_is_busy') }
  request.log.error({ err: error, request_id: request.id }, 'request failed')
  const data = { request_id: request.id, ...(isDevelopment && { problem: problemOf(error) }) }
  return { status: 500, text: msg('the_server_is_unavailable'), data }
}

/** What was thrown, and the line of ours that threw it: one of the business before one of the engine. */
function problemOf(error: Partial<Error>): string {
  const lines = (error.stack ?? '')
    .split('\n')
    .filter((line) => line.includes(root) && !line.includes('node_modules'))
  const line = lines.find((one) => one.includes(businessFolder)) ?? lines[0] ?? ''
  return `${String(error)}\n${line.replace('file://', '').replace(root, '').trim()}`.trim()
}
