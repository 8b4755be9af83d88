import * as z from 'zod/mini'

import type { FieldOptions } from '../field.ts'
import { defineKind, plainField } from '../kind.ts'
import { ValueError } from '../valueError.ts'
import { msg } from '../../texts/msg.ts'

/** A file as its record holds it; `size` in bytes. The server knows all of it by the `id` of an upload. */
export interface FileValue {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly type: string
}

export interface FileOptions extends FieldOptions<FileValue> {
  /** The media types that are taken, `['application/pdf', 'text/*']`; all unless said. */
  types?: readonly string[]
  /** Most megabytes of a file; 20 unless said. */
  megabytes?: number
}

const message = msg('upload_a_file')

/** What kinds of stored files have in common. */
export const parts = {
  column: () => 'jsonb',
  schema: () =>
    z.object(
      {
        id: z.uuid(message),
        name: z.optional(z.string().check(z.maxLength(190))),
        size: z.optional(z.number()),
        type: z.optional(z.string().check(z.maxLength(190))),
      },
      message,
    ),
  operators: ['empty'],
  sortable: false,
  operand() {
    throw new ValueError('bad_file', message)
  },
} as const

/** A media type that no file has: none could be uploaded. */
const typesFault = ({ types = [] }: FileOptions): string | undefined => {
  const odd = types.find((type) => !/^[a-z]+\/(?:\*|[\w.+-]+)$/.test(type))
  return odd === undefined ? undefined : `"${odd}" is no media type, like application/pdf or text/*`
}

export const boundsOf = ({ types, megabytes = 20 }: FileOptions, usual: readonly string[]) => ({
  types: types ?? usual,
  bytes: megabytes * 1024 * 1024,
})

/**
 * A file that people upload in the form and take from the show view:
 * `contract: field.file({ types: ['application/pdf'], megabytes: 5, optional: true })`.
 */
export const fileKind = defineKind(plainField<'file', FileValue, FileOptions>('file'), {
  ...parts,
  fault: ({ options }) => typesFault(options),
  file: ({ options }) => boundsOf(options, []),
})

/** Whether a media type is among those that a field takes; of none it takes all. */
export const isTaken = (types: readonly string[], type: string): boolean =>
  types.length === 0 ||
  types.some((one) => one === type || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))))
