import { expect, it } from 'vitest'

import { entriesOf, type OpenApi } from '../../../../src/features/apiReference/operations.ts'

const document: OpenApi = {
  paths: {
    '/tags': {
      get: {
        tags: ['Tags'],
        summary: 'List tags',
        parameters: [
          { name: 'page', in: 'query', schema: { type: 'integer' } },
          { name: 'id', in: 'path', required: true },
        ],
        responses: {
          200: {
            content: {
              'application/json': {
                schema: {
                  properties: {
                    data: { type: 'array', items: { $ref: '#/components/schemas/tags' } },
                    meta: { properties: { total: { type: 'integer' } } },
                  },
                },
              },
            },
          },
          default: { $ref: '#/components/responses/refused' },
        },
      },
      post: {
        summary: 'Create a tag',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                properties: { name: { type: 'string', maxLength: 40 }, note: { type: 'string' } },
                required: ['name'],
              },
            },
          },
        },
        responses: { 201: { content: { 'text/csv': { schema: {} } } }, 204: {} },
      },
    },
  },
  components: {
    schemas: {
      tags: {
        properties: {
          name: { type: ['string', 'null'] },
          parent: { $ref: '#/components/schemas/tags' },
        },
      },
    },
  },
}

it('tells what a call takes and answers, through the records it names and no record twice', () => {
  const [list, create] = [...entriesOf(document, '').values()].flat()
  expect(list?.query).toEqual([{ name: 'page', type: 'integer', isRequired: false }])
  expect(list?.answers).toMatchObject([
    [
      '200',
      [
        { name: 'data[].name', type: 'string | null' },
        { name: 'data[].parent', type: 'tags' },
        { name: 'meta.total', type: 'integer' },
      ],
    ],
  ])
  expect(create?.body).toEqual([
    { name: 'name', type: 'string ≤ 40', isRequired: true },
    { name: 'note', type: 'string', isRequired: false },
  ])
  expect(create?.answers).toMatchObject([
    ['201', [{ name: '', type: 'text/csv' }]],
    ['204', []],
  ])
})

it('finds calls by group, method, path and words', () => {
  const found = (search: string) => [...entriesOf(document, search).values()].flat().length
  expect([found(''), found(' create '), found('/api/tags'), found('delete')]).toEqual([2, 1, 2, 0])
})
