import { firstMsg } from '../../../texts/firstMsg.ts'
import { HttpFailure } from '../http/httpFailure.ts'
import { type Http } from '../http/http.ts'

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
