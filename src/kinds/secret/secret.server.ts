import { plainText, type ServerKind } from '../kind.server.ts'

export const secretServer: ServerKind = {
  ...plainText,
  isSealed: true,
  write: (value, { secrets }, place) => secrets.encrypt(value, place),
  read: (stored, { secrets }, places) => ({
    set: true,
    ...endOf(secrets.decrypt(stored, places)),
  }),
  exportSql: () => 'null',
}

/** The end of a secret, by which people know it; of a short one that would tell too much. */
const endOf = (secret = '') => (secret.length < 12 ? {} : { last4: secret.slice(-4) })
