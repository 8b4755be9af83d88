import type { FastifyReply, FastifyRequest } from 'fastify'

import { setSecurityHeaders } from './headers.ts'
import { msg } from '../../../texts/serverMsg.ts'

/** Answers addresses that cannot be read at all (`/%E0%A4%A`), which no hook and no error handler sees. */
export function answerBadAddress(_error: Error, _request: FastifyRequest, reply: FastifyReply) {
  setSecurityHeaders(reply.raw)
  void reply.status(400).send({ message: msg('the_request_is_not_valid') })
}
