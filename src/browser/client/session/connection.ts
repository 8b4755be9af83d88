import { firstMsg } from '../../../texts/firstMsg.ts'
import { expired, HttpFailure, unavailable } from '../http/httpFailure.ts'
import { type Call, type Client, type Http } from '../http/http.ts'
import { requestSession } from './signIn.ts'
import { createSignal } from '../storage/persisted.ts'
import { type ConnectionOptions, createEnd } from './expiry.ts'

/** The calls of the console, which hears from them when the session has ended and when the server is away. */
export function connect(client: Client, options: ConnectionOptions): Http {
  const { session } = options
  const end = createEnd(options)
  const outage = createOutage()

  async function watched<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    if (end.hasCome()) throw new HttpFailure(401, expired)
    const token = session.read()?.access_token
    try {
      return await call()
    } catch (error) {
      const isRefused = error instanceof HttpFailure && error.status === 401
      // Meanwhile another tab may have signed in anew.
      if (isRefused && token && session.read()?.access_token === token) end.come()
      throw error
    }
  }

  const watchedCall = <Answer>(options: Call | undefined, call: () => Promise<Answer>) =>
    options?.tellsItself ? watched(call) : outage.watch(watched(call), options?.isBackground)

  return {
    json<Answer>(path: string, options?: Call) {
      const call = () => watchedCall(options, () => client.json<Answer>(path, options))
      return path === '/logout' ? end.wanted(call) : call()
    },
    blob: (path, options) => watchedCall(options, () => client.read(path, options, readFile)),
    stream: (path, signal) => watched(() => client.stream(path, signal)),
    headers() {
      if (end.hasCome()) throw new HttpFailure(401, expired)
      return client.headers()
    },
    answered(status) {
      if (status === 401 && session.read()) end.come()
    },
    onExpired: end.onCome,
    isWaiting: end.isWaiting,
    onWaiting: end.onWaiting,
    signInAgain: (values) => requestSession(client, values),
    resume: end.goOn,
    abandon: end.abandon,
    onUnavailable: outage.onBegin,
  }
}

/** The bytes under the name that the server gives them. */
async function readFile(response: Response): Promise<Blob> {
  const name = /filename\*=UTF-8''([^;]+)/.exec(
    response.headers.get('content-disposition') ?? '',
  )?.[1]
  const bytes = await response.blob()
  return name ? new File([bytes], decodeURIComponent(name), { type: bytes.type }) : bytes
}

/** A time without answers. */
function createOutage() {
  const begin = createSignal<HttpFailure>()
  let isOn = false
  return {
    async watch<Answer>(call: Promise<Answer>, isBackground = false): Promise<Answer> {
      try {
        const answer = await call
        isOn = false
        return answer
      } catch (error) {
        const wasOn = isOn
        // Without a connection there is a notice already.
        const isReported = !isBackground || (!wasOn && navigator.onLine)
        if (error instanceof HttpFailure) {
          isOn = error.message === unavailable
          if (isOn && isReported) begin.send(error)
        }
        throw error
      }
    },
    onBegin: begin.listen,
  }
}

export interface ConfirmingHttp extends Http {
  /**
   * Sets who asks for the password when the server wants it again: one question for all calls that wait for it, and
   * each is sent again after a yes. Returns how to stop.
   */
  onPasswordNeeded(ask: () => Promise<boolean>): () => void
}

/** Sends the actions again that the server does only after the password was entered anew. */
export function withConfirmation(http: Http): ConfirmingHttp {
  let ask: (() => Promise<boolean>) | undefined
  let asking: Promise<boolean> | undefined

  async function confirming<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    try {
      return await call()
    } catch (error) {
      const isNeeded = error instanceof HttpFailure && error.code === 'confirm_password'
      if (!isNeeded || !ask) throw error
      asking ??= ask().finally(() => (asking = undefined))
      if (await asking) return call()
      throw new HttpFailure(
        403,
        firstMsg(
          'nothing_was_changed_because_the_password_was',
          'Nothing was changed, because the password was not entered.',
        ),
      )
    }
  }

  return {
    ...http,
    json: <Answer>(path: string, options?: Parameters<Http['json']>[1]) =>
      confirming(() => http.json<Answer>(path, options)),
    blob: (path, options) => confirming(() => http.blob(path, options)),
    onPasswordNeeded(asker) {
      ask = asker
      return () => {
        if (ask === asker) ask = undefined
      }
    },
  }
}
