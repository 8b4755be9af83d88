import { DatabaseError } from 'pg'
import pino, { stdSerializers, type DestinationStream, type Logger } from 'pino'

/** The log of the process: a line of JSON for each event, without tokens and without the values of statements. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    redact: ['req.headers.authorization'],
    serializers: { err: described },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Of a refused value or record PostgreSQL repeats the values in its words; the rest names only places. */
const holdsValues = /^2[23]/

function described(error: Error): object {
  if (!(error instanceof DatabaseError)) return stdSerializers.err(error)
  const { code = '', table, column, constraint, routine, message, stack = '' } = error
  return {
    type: 'DatabaseError',
    message: holdsValues.test(code) ? `refused with ${code}` : message,
    code,
    table,
    column,
    constraint,
    routine,
    stack: stack.slice(stack.indexOf('\n    at') + 1),
  }
}
