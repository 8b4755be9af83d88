import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readMessage } from '#schema'

import {
  buildRequest,
  type CallSecrets,
} from '../../../../resources/sending/integration/request/buildRequest.server.ts'
import type { Refusal } from '../../../../resources/sending/integration/request/mapLead.server.ts'
import { isZone } from '../../../../resources/sending/integration/request/dates.ts'
import { isTarget } from '../../../../resources/sending/integration/request/nested.ts'
import {
  nextTransforms,
  transformNames,
} from '../../../../resources/sending/integration/request/transforms/knownTransforms.ts'
import { parseTransforms } from '../../../../resources/sending/integration/request/transforms/parseTransforms.server.ts'
import {
  hasLooseBraces,
  variablesIn,
} from '../../../../resources/sending/integration/request/template.ts'
import {
  generatedValues,
  knownVariables,
} from '../../../../resources/sending/integration/request/variables.ts'
import { isPattern } from '../../../../resources/sending/integration/pattern.server.ts'
import type { Integration } from '../../../../resources/sending/integration/integration.ts'
import { mappingRow } from '../../../../resources/sending/integration/fields/rows.ts'
import { sampleCall, sampleIntegration, sampleLead } from '../../../fixtures/sending/integration.ts'
import { anyText } from '../../../fixtures/texts.ts'

const secrets: CallSecrets = { secret: 's3cret-of-broker', headers: {} }

const built = (changes: Partial<Integration>, given = secrets, lead = sampleLead) =>
  buildRequest(sampleIntegration(changes), given, lead, sampleCall)

function sent(changes: Partial<Integration>, given = secrets) {
  const answer = built(changes, given)
  if ('refused' in answer) throw new Error(`${answer.refused}: ${answer.message}`)
  return answer
}

const bodyOf = (rows: Parameters<typeof mappingRow>[0][], more: Partial<Integration> = {}) =>
  sent({ mapping: rows.map(mappingRow), ...more }).request.body ?? ''

const json = (rows: Parameters<typeof mappingRow>[0][], more: Partial<Integration> = {}) =>
  JSON.parse(bodyOf(rows, more))

const changed = (value: string, transforms: string) =>
  json([{ target: 'x', kind: 'constant', value, transforms, when_empty: 'empty' }]).x

describe('a mapping', () => {
  test('builds nested objects and lists', () => {
    const rows = [
      { target: 'profile.firstName', value: 'first_name' },
      { target: 'profile.email', value: 'email' },
      { target: 'leads[].phone', value: 'phone' },
      { target: 'leads[].tags[1]', value: 'funnel' },
      { target: '__proto__.polluted', kind: 'constant' as const, value: 'yes' },
    ]
    expect(bodyOf(rows)).toBe(
      '{"profile":{"firstName":"Ada","email":"ada@example.com"},"leads":[{"phone":"+442079460018","tags":[null,"spring"]}],"__proto__":{"polluted":"yes"}}',
    )
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test.each([
    ['a field', { value: 'first_name' }, 'Ada'],
    ['a name', { value: 'source.name' }, 'Northlight'],
    [
      'a template',
      { kind: 'template', value: '{{first_name}} of {{ broker.name }}' },
      'Ada of Fairwater',
    ],
    ['a constant', { kind: 'constant', value: '{{first_name}}' }, '{{first_name}}'],
    ['the key', { kind: 'generated', value: 'key' }, 'key-11'],
    ['a value table', { kind: 'lookup', value: 'funnels: funnel' }, '42'],
    ['a default', { value: 'comment', default: 'none' }, 'none'],
    ['nothing', { value: 'comment' }, undefined],
    ['an empty text', { value: 'comment', when_empty: 'empty' }, ''],
    ['null', { value: 'comment', when_empty: 'null' }, null],
    ['a whole number', { kind: 'constant', value: '12', type: 'integer' }, 12],
    ['a number', { value: 'purchase_amount', type: 'decimal' }, 120.5],
    ['yes or no', { value: 'is_test', type: 'boolean' }, false],
    ['a day', { value: 'created_at', type: 'date' }, '2026-03-01'],
    ['a list', { value: 'tag.names' }, ['vip', 'warm']],
    ['a joined list', { value: 'tag.names', transforms: 'concat(;)' }, 'vip;warm'],
  ] as const)('sends %s', (_name, row, value) => {
    const lookups = [{ table: 'funnels', from: 'Spring', to: '42' }]
    const allowed_restricted = ['purchase_amount']
    expect(json([{ target: 'x', ...row }], { lookups, allowed_restricted }).x).toEqual(value)
  })

  test.each([
    [' a ', 'trim', 'a'],
    ['aB', 'lower', 'ab'],
    ['aB', 'upper', 'AB'],
    ['ada lOVELACE-king', 'title', 'Ada Lovelace-King'],
    ['Søren Müße', 'ascii', 'Soren Musse'],
    ['a1-b2', 'digits', '12'],
    ['abcdef', 'max(3)', 'abc'],
    ['a.b.c', 'replace(., "")', 'abc'],
    ['0049 1', 'regex("^00", +)', '+49 1'],
    ['a,b', 'replace(",", "|") | upper', 'A|B'],
    ['+442079460018', 'phone(no_plus)', '442079460018'],
    ['+442079460018', 'phone(e164)', '+442079460018'],
    ['+442079460018', 'phone(national)', '02079460018'],
    ['+442079460018', 'phone(prefix_only)', '44'],
    ['+442079460018', 'phone(without_prefix)', '2079460018'],
    ['2026-03-01T23:30:00Z', 'date(dd.MM.yyyy HH:mm, Europe/Berlin)', '02.03.2026 00:30'],
    ['1990-02-03', 'date(d/M/yy, America/New_York)', '3/2/90'],
    ['2026-03-01T00:00:00Z', 'date(unix)', '1772323200'],
    ['2026-03-01T23:30:00Z', 'date(YYYY-MM-DD HH:mm)', '2026-03-01 23:30'],
    ['2026-03-01T23:30:05Z', 'date(YY/M/D)', '26/3/1'],
    ['2026-03-01T23:30:05Z', 'date(yyyy-MM-ddTHH:mm:ssZ)', '2026-03-01T23:30:05Z'],
    ['GB', 'country(iso3)', 'GBR'],
    ['GB', 'country(name)', 'United Kingdom'],
    ['GB', 'country(calling_code)', '44'],
    ['en', 'language(name)', 'English'],
    ['en', 'language(upper)', 'EN'],
    ['x', 'map(t, other)', 'other'],
    ['a', 'hash(md5)', '0cc175b9c0f1b6a831c399e269772661'],
    ['a b/ä', 'url', 'a%20b%2F%C3%A4'],
    ['a"b', 'json', '"a\\"b"'],
    ['Ada King Lovelace', 'split_name(first)', 'Ada'],
    ['Ada King Lovelace', 'split_name(last)', 'King Lovelace'],
    ['true', 'bool(yes/no)', 'yes'],
    ['0', 'bool(1/0)', '0'],
  ])('changes %j by %s', (value, transforms, wanted) => {
    expect(changed(value, transforms)).toBe(wanted)
  })

  test('ends a pattern that would never end elsewhere', () => {
    expect(changed(`${'a'.repeat(40)}b`, 'regex(^(a+)+$, x)')).toBe(`${'a'.repeat(40)}b`)
    expect(changed('a'.repeat(1_000), 'regex("^(?:a{0,100}){0,9}", x)')).toBe(`x${'a'.repeat(100)}`)
  })

  test('refuses a lead that lacks what the broker needs, or whose value is of another type', () => {
    const refusalOf = (row: Parameters<typeof mappingRow>[0]) => {
      const { refused, message } = built({ mapping: [mappingRow(row)] }) as Refusal
      const { target, fields } = readMessage(message)?.args ?? {}
      return [refused, target ?? message, fields]
    }
    const required = { target: 'note', required: true } as const
    const missing = 'Missing required field'
    expect(refusalOf({ ...required, value: 'comment' })).toEqual([missing, 'note', 'Comment'])
    expect(
      refusalOf({
        ...required,
        kind: 'template',
        value: '{{comment}}{{card_digits}}',
        transforms: 'trim',
      }),
    ).toEqual([missing, 'note', 'Comment, Card digits'])
    expect(refusalOf({ ...required, kind: 'lookup', value: 'desks: funnel' })).toEqual([
      missing,
      'note',
      'Funnel',
    ])
    expect(refusalOf({ ...required, kind: 'constant', value: '' })).toEqual([
      missing,
      'note',
      undefined,
    ])
    expect(refusalOf({ target: 'age', value: 'first_name', type: 'integer' })).toEqual([
      'Invalid data',
      'age',
      'First name',
    ])
  })

  test('sends restricted fields only where they are allowed, and keeps none of them', () => {
    const mapping = [mappingRow({ target: 'amount', value: 'purchase_amount' })]
    expect(sent({ mapping }).request.body).toBe('{}')
    const { request, redacted } = sent({ mapping, allowed_restricted: ['purchase_amount'] })
    expect([request.body, redacted.body]).toEqual(['{"amount":"120.5"}', '{"amount":"••••"}'])
  })

  test('makes a password up, and keeps it nowhere', () => {
    const mapping = [mappingRow({ target: 'password', kind: 'generated', value: 'password' })]
    const { request, redacted } = sent({ mapping })
    expect(JSON.parse(request.body ?? '').password).toMatch(/^[A-Z][a-z][2-9]\w{11}$/)
    expect(redacted.body).toBe('{"password":"••••"}')
  })
})

describe('a body', () => {
  const mapping = [
    mappingRow({ target: 'lead.name', value: 'last_name' }),
    mappingRow({ target: 'lead.email', value: 'email' }),
  ]

  test.each([
    ['form', 'lead.name=O%E2%80%99Neill+%26+S%C3%B8n&lead.email=ada%40example.com'],
    [
      'xml',
      '<?xml version="1.0" encoding="UTF-8"?><lead><name>O’Neill &amp; Søn</name><email>ada@example.com</email></lead>',
    ],
  ] as const)('E7: is written as %s', (content_type, body) => {
    expect(sent({ mapping, content_type }).request.body).toBe(body)
  })

  test('E7: is written as a form of parts', () => {
    const { headers, body = '' } = sent({ mapping, content_type: 'multipart' }).request
    const [, boundary] = /boundary=(.+)$/.exec(headers['Content-Type'] ?? '') ?? []
    expect(body.split(`--${boundary}`)).toHaveLength(4)
    expect(body).toContain('name="lead.email"\r\n\r\nada@example.com\r\n')
  })

  test('E7: stands in the address, encoded', () => {
    const { url, body } = sent({ mapping, content_type: 'query' }).request
    expect(url).toBe(
      'https://broker.example.com/leads?lead.name=O%E2%80%99Neill%20%26%20S%C3%B8n&lead.email=ada%40example.com',
    )
    expect(body).toBeUndefined()
  })

  test.each([
    [
      'xml',
      '<n a="{{last_name}}">{{mapping.lead.email}}</n>',
      '<n a="O’Neill &amp; Søn">ada@example.com</n>',
    ],
    ['json', '{"n":"{{comment}}"}', '{"n":"a\\"b\\n"}'],
    ['form', 'n={{last_name}}', 'n=O%E2%80%99Neill%20%26%20S%C3%B8n'],
  ] as const)('E7: of a template is escaped as %s', (content_type, body_template, wanted) => {
    const lead = { ...sampleLead, comment: 'a"b\n' }
    const answer = built({ mapping, content_type, body_template }, secrets, lead)
    expect('request' in answer && answer.request.body).toBe(wanted)
  })
})

describe('an address', () => {
  test('takes variables in path and query', () => {
    const lead = { ...sampleLead, funnel: '../x?y#z' }
    const url = 'https://broker.example.com/{{funnel}}/in?f={{funnel}}'
    const answer = built({ url }, secrets, lead)
    expect('request' in answer && answer.request.url).toBe(
      'https://broker.example.com/..%2Fx%3Fy%23z/in?f=..%2Fx%3Fy%23z',
    )
  })

  test('E5: is never chosen by a lead', () => {
    for (const url of [
      'https://{{funnel}}/x',
      'https://broker.example.com@{{funnel}}/',
      'https://{{funnel}}.example.com/',
    ]) {
      expect(built({ url })).toEqual({ refused: 'Configuration error', message: 'url' })
    }
  })
})

describe('a sign-in', () => {
  const header = (changes: Partial<Integration>, given = secrets) => {
    const { request, redacted } = sent(changes, given)
    return [request.headers, redacted.headers]
  }

  test.each([
    ['api_key', { auth_name: 'x-api-key' }, 'x-api-key', 's3cret-of-broker'],
    ['basic', { auth_username: 'me' }, 'Authorization', 'Basic bWU6czNjcmV0LW9mLWJyb2tlcg=='],
    ['bearer', {}, 'Authorization', 'Bearer s3cret-of-broker'],
    ['bearer', { auth_prefix: 'Token' }, 'Authorization', 'Token s3cret-of-broker'],
    ['custom_headers', {}, 'x-trackbox', 'one-of-three'],
    ['oauth2_client', {}, 'Authorization', 'Bearer t0ken'],
    ['login_token', { auth_name: 'X-Token' }, 'X-Token', 't0ken'],
  ] as const)('by %s %j stands in its header', (auth_type, more, name, value) => {
    const given = { ...secrets, headers: { 'x-trackbox': 'one-of-three' }, token: 't0ken' }
    const [open, hidden] = header({ auth_type, ...more }, given)
    expect(open?.[name]).toBe(value)
    expect(hidden?.[name]).toContain('••••')
    expect(JSON.stringify(hidden)).not.toMatch(/s3cret|one-of|t0ken|bWU6/)
  })

  test.each(['query', 'body'] as const)('by a key stands in the %s', (auth_place) => {
    const { request, redacted } = sent({ auth_type: 'api_key', auth_name: 'key', auth_place })
    expect(request.url + (request.body ?? '')).toContain('s3cret-of-broker')
    expect(JSON.stringify(redacted)).not.toContain('s3cret')
  })

  test('by a signature signs what is sent', () => {
    const { request, redacted } = sent({
      auth_type: 'hmac',
      auth_name: 'X-Sign',
      hmac_template: '{{timestamp}}.{{body}}',
      hmac_algorithm: 'sha256',
    })
    expect(request.headers['X-Sign']).toMatch(/^[\da-f]{64}$/)
    expect(redacted.headers['X-Sign']).toBe('••••')
  })

  test('without its secret calls nobody', () => {
    const none = { secret: null, headers: {} }
    const types = ['api_key', 'basic', 'bearer', 'hmac', 'oauth2_client', 'custom_headers'] as const
    for (const auth_type of types) {
      expect(built({ auth_type }, none)).toMatchObject({ refused: 'Configuration error' })
    }
  })
})

test('6.5: the key of the send goes along, unless that is switched off', () => {
  const headersOf = (send_key_header: boolean) => sent({ send_key_header }).request.headers
  expect(headersOf(true)['Idempotency-Key']).toBe(sampleCall.send.key)
  expect(headersOf(false)).not.toHaveProperty('Idempotency-Key')
})

test('a header that somebody wrote is filled, and hidden where its name says that it is a secret', () => {
  const headers = [
    { name: 'X-Name', value: '{{last_name}}\r\nInjected: 1' },
    { name: 'x-auth-token', value: 'open-secret' },
  ]
  const { request, redacted } = sent({ headers })
  expect(request.headers['X-Name']).toBe('O%E2%80%99Neill & S%C3%B8n  Injected: 1')
  expect(request.headers['Idempotency-Key']).toBe('key-11')
  expect(redacted.headers['x-auth-token']).toBe('••••')
})

test.each([
  ['https://broker.example.com/leads/{{funnel}}/notes', '..'],
  ['https://broker.example.com/leads/{{funnel}}', '..'],
  ['https://broker.example.com/leads/.{{funnel}}/notes?q=1', '.'],
  ['https://broker.example.com/leads/{{funnel}}{{comment}}#top', '.'],
])('E7: no value of a lead leads %s to another folder', (url, value) => {
  const lead = { ...sampleLead, funnel: value, comment: value }
  expect(built({ url }, secrets, lead)).toEqual({ refused: 'Invalid data', message: 'url' })
  const good = { ...sampleLead, funnel: '..a/..', comment: '.%2e' }
  expect(built({ url }, secrets, good)).toMatchObject({
    request: { url: expect.stringMatching(/^https:\/\/broker\.example\.com\/leads\/\.{1,3}a/) },
  })
})

test('dots that somebody wrote into an address stay theirs', () => {
  const url = 'https://broker.example.com/v1/../leads/{{funnel}}'
  expect(sent({ url }).request.url).toBe('https://broker.example.com/leads/spring')
})

test('E7, E10: no lead and no value makes it throw, or lets a secret into the record of the call', () => {
  fc.assert(
    fc.property(
      anyText({ maxLength: 60 }),
      anyText({ maxLength: 60 }),
      fc.constantFrom('json', 'form', 'multipart', 'xml', 'query'),
      fc.constantFrom('api_key', 'basic', 'bearer', 'hmac'),
      (name, comment, content_type, auth_type) => {
        const lead = { ...sampleLead, first_name: name, comment }
        const mapping = [
          mappingRow({ target: 'a.b[].c', value: 'first_name', transforms: 'max(5) | url' }),
          mappingRow({ target: 'd', kind: 'template', value: '{{comment}} {{first_name}}' }),
        ]
        const url = 'https://broker.example.com/{{first_name}}?q={{comment}}'
        const changes = { mapping, content_type, auth_type, url } as Partial<Integration>
        const answer = built(changes, secrets, lead)
        if ('refused' in answer) return
        expect(new URL(answer.request.url).host).toBe('broker.example.com')
        expect(JSON.stringify(answer.redacted)).not.toContain('s3cret-of')
      },
    ),
    { numRuns: 300 },
  )
})

test('knows what may be written', () => {
  expect(['a', 'a.b', 'a[].b', 'a[3]', 'a b.c'].filter(isTarget)).toHaveLength(5)
  expect(['', '.a', 'a.', 'a[x]', 'a[99]', '[]'].filter(isTarget)).toEqual([])
  expect(variablesIn('{{ first_name }}-{{send.key}}')).toEqual(['first_name', 'send.key'])
  expect(['{{a b}}', '{{', 'a}}'].filter(hasLooseBraces)).toHaveLength(3)
  expect(hasLooseBraces('{{a}} {"b": {"c": 1}}')).toBe(true)
  expect(['(', '[a', 'a{2,1}'].filter(isPattern)).toEqual([])
  expect(isZone('Mars/North')).toBe(false)
  for (const name of generatedValues)
    expect(json([{ target: 'x', kind: 'generated', value: name }]).x).toMatch(/\w/)
  for (const name of knownVariables)
    expect(() => json([{ target: 'x', value: name }])).not.toThrow()
  for (const name of transformNames) expect(() => parseTransforms(`${name}(a,b,c)`)).toThrow()
  expect(() => parseTransforms('trim | shout')).toThrow('There is no change “shout”')
  expect(() => parseTransforms('trim | max')).toThrow('Write it like max(50)')
  expect(() => parseTransforms('bool(0)')).toThrow(
    'Write it like bool(1/0) · bool(yes/no) · bool(true/false)',
  )
})

test('each change that is offered can be read, alone and at the end of a chain', () => {
  expect(nextTransforms('')).toContain('phone(no_plus)')
  expect(nextTransforms('trim | ph')).toContain('trim | phone(no_plus)')
  for (const chain of [...nextTransforms(''), ...nextTransforms('trim | ')]) {
    expect(parseTransforms(chain).length).toBeGreaterThan(0)
  }
  expect(
    nextTransforms('')
      .filter((one) => one.startsWith('date'))
      .map((one) => changed('2026-03-01', one)),
  ).toEqual(['2026-03-01', '2026-03-01'])
  const names = nextTransforms('').map((one) => parseTransforms(one)[0]?.name)
  expect([...new Set(names)]).toEqual(transformNames)
})
