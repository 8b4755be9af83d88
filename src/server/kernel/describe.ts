import { z } from 'zod'

import type { User } from '#schema'

export type Json = Readonly<Record<string, unknown>>

/** A zod schema, or JSON Schema where the shape follows from a declaration. */
export type Shape = z.ZodType | Json

/** A body that is not JSON. */
export class Content {
  constructor(
    readonly media: string,
    readonly schema: Json = { type: 'string' },
  ) {}
}

/** What a route says of itself to whoever calls it. It stands in the OpenAPI document (product.md 13). */
export interface Description {
  /** The heading it stands under. */
  readonly group: string
  readonly summary: string
  /** The keys of the query string: an object. */
  readonly query?: Shape
  readonly headers?: Shape
  readonly body?: Shape | Content
  /** What it answers by status; `null` for an answer without a body. Refusals need no words. */
  readonly answers: Readonly<Record<number, Shape | Content | null>>
}

/** A description, or that for one user: nobody reads of fields that they may not see. */
export type About = Description | ((user: User) => Description)

/** The JSON Schema of a shape. */
export function jsonOf(shape: Shape, io: 'input' | 'output' = 'output'): Json {
  if (!(shape instanceof z.ZodType)) return shape
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' })
  return schema
}

/** The record of a resource, as far as the reader may see its fields. */
export const recordOf = ({ name }: { name: string }): Json => ({
  $ref: `#/components/schemas/${name}`,
})

export const listOf = (shape: Shape): Json => ({ type: 'array', items: jsonOf(shape) })

/** `{ data }`. */
export const dataOf = (shape: Shape): Json => objectOf({ data: shape })

/** `{ message, data }`, as every write answers. */
export const doneWith = (shape: Shape = {}): Json => objectOf({ message: z.string(), data: shape })

/** An object of exactly these keys. */
export function objectOf(shapes: Readonly<Record<string, Shape>>): Json {
  const properties = Object.entries(shapes).map(([name, shape]) => [name, jsonOf(shape)])
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: Object.keys(shapes),
    additionalProperties: false,
  }
}

/** A moment as the database prints it. */
export const moment = z.iso.datetime()

export const idOnly = z.object({ id: z.int() })

/** The job that does what takes longer than a request. */
export const jobOnly = z.object({ job_id: z.int() })
