import type { LookupAddress, LookupOptions } from 'node:dns'

import { isPublicAddress } from './addresses.ts'

export type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** A connection that is not made, because of where it would go. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
}

export function checked(lookup: Lookup) {
  return (
    hostname: string,
    options: LookupOptions,
    callback: (
      error: NodeJS.ErrnoException | null,
      address: string | LookupAddress[],
      family?: number,
    ) => void,
  ): void => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const wrong = addresses.find(({ address }) => !isPublicAddress(address))
      if (wrong) return callback(forbidden(wrong.address), [])
      const [first] = addresses
      if (!first) return callback(new Error(`${hostname} has no address`), [])
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
    })
  }
}

export const forbidden = (address: string) =>
  new ForbiddenAddress(
    `${address || 'an unknown address'} is not an address of the public internet`,
  )
