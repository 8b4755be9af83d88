import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** Encrypts what must be read back: secrets of integrations, one-time links. */
export interface Secrets {
  /** AES-256-GCM; the answer holds version, nonce, tag and text in base64url. */
  encrypt(text: string): string
  /** Undefined when the text was changed or written with another key. */
  decrypt(sealed: string): string | undefined
  /** A keyed hash in base64url: equal for equal texts, and no guide to the text without the key. */
  hash(text: string): string
}

const version = 'v1'

/** @param key 32 bytes: `APP_KEY`. */
export function createSecrets(key: Buffer): Secrets {
  return {
    encrypt(text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      const parts = [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))
      return [version, ...parts].join('.')
    },
    decrypt(sealed) {
      const [found, nonce = '', tag = '', text = ''] = sealed.split('.')
      if (found !== version) return undefined
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'))
        decipher.setAuthTag(Buffer.from(tag, 'base64url'))
        const plain = [decipher.update(Buffer.from(text, 'base64url')), decipher.final()]
        return Buffer.concat(plain).toString('utf8')
      } catch {
        // The library has no other way to say so.
        return undefined
      }
    },
    hash: (text) => createHmac('sha256', key).update(text).digest('base64url'),
  }
}
