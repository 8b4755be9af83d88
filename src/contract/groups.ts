import { conditionsLimit, depthLimit, periodNames } from '#schema'

export const groupsReference = { $ref: '#/components/schemas/Where' }

const list = { type: 'array', minItems: 1, items: groupsReference }

export const one = { type: ['string', 'number', 'boolean'] }

export const oneOrMany = { anyOf: [one, { type: 'array', items: one }] }

/** Groups of conditions beside the plain keys of a list request. Capitals: no resource is called so. */
export const groupsSchemas = {
  Where: {
    description: `Groups of conditions of which all or any must hold, beside the plain keys. At most ${depthLimit} groups deep and ${conditionsLimit} conditions in all. Dates and times also take a period in the user's time zone: ${periodNames.join(', ')}.`,
    // Two shapes, since in TypeScript what names any field would have to fit the groups too.
    anyOf: [
      { type: 'object', minProperties: 1, properties: { all: list, any: list } },
      {
        type: 'object',
        minProperties: 1,
        additionalProperties: { $ref: '#/components/schemas/Condition' },
      },
    ],
    examples: [{ any: [{ created_at: 'last_7_days' }, { all: [{ id: { from: 1, to: 9 } }] }] }],
  },
  Condition: {
    description: 'Conditions on the field of this name',
    anyOf: [
      ...oneOrMany.anyOf,
      {
        type: 'object',
        minProperties: 1,
        additionalProperties: false,
        properties: {
          in: oneOrMany,
          not: oneOrMany,
          from: one,
          to: one,
          contains: { type: 'string' },
          empty: { type: 'boolean' },
        },
      },
    ],
  },
}
