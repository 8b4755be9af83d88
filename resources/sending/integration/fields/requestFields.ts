import { field, from } from '#schema'

/** How a lead is sent: the call itself (product.md 7.1). */
export const requestFields = {
  method: field.choice(
    { POST: 'POST', PUT: 'PUT', PATCH: 'PATCH', GET: 'GET' },
    { default: 'POST' },
  ),
  url: field.text({
    max: 2_000,
    default: from('department.site_url'),
    help: 'https, and in path and query also {{variables}} of the lead.',
  }),
  content_type: field.choice(
    {
      json: 'JSON',
      form: 'Form',
      multipart: 'Multipart form',
      xml: 'XML',
      query: 'In the address',
    },
    { default: 'json' },
  ),
  headers: field.rows(
    { name: field.text({ max: 100 }), value: field.text({ max: 500 }) },
    { max: 30, optional: true, unique: ['name'] },
  ),
  body_template: field.text({
    multiline: true,
    max: 20_000,
    optional: true,
    help: 'Only where the mapping cannot say it, as for XML.',
  }),
  connect_timeout: field.integer({ min: 1, max: 15, default: 5, label: 'Seconds to connect' }),
  total_timeout: field.integer({ min: 5, max: 120, default: 45, label: 'Seconds in all' }),
}

type Auth = { auth_type: string }
const when = (...types: string[]) => ({
  optional: true as const,
  visibleWhen: ({ auth_type }: Auth) => types.includes(auth_type),
})

/** How the broker knows us. */
export const authFields = {
  auth_type: field.choice(
    {
      none: 'None',
      api_key: 'Key',
      basic: 'Name and password',
      bearer: 'Bearer token',
      custom_headers: 'Several secret headers',
      login_token: 'Token from a login',
      oauth2_client: 'OAuth 2 client',
      hmac: 'Signature',
    },
    {
      default: 'none',
      label: 'Sign-in',
      help: 'Several secret headers have a tab of their own, once this is saved.',
    },
  ),
  auth_name: field.text({
    ...when('api_key', 'login_token', 'hmac'),
    max: 100,
    label: 'Name of the header or parameter',
  }),
  auth_place: field.choice(
    { header: 'Header', query: 'Address', body: 'Body' },
    { ...when('api_key', 'login_token'), label: 'Where it stands' },
  ),
  auth_username: field.text({
    ...when('basic', 'login_token', 'oauth2_client'),
    label: 'Name or client ID',
  }),
  auth_secret: field.secret({
    ...when('api_key', 'basic', 'bearer', 'login_token', 'oauth2_client', 'hmac'),
    writeBy: 'send.integration.secret.update',
    label: 'Secret',
  }),
  auth_prefix: field.text({ ...when('bearer', 'login_token'), max: 40, label: 'Prefix' }),
  token_url: field.text({
    ...when('login_token', 'oauth2_client'),
    max: 2_000,
    label: 'URL of the login or token',
    help: '{{auth.username}} and {{auth.secret}} stand for the name and the secret, in the body of a login too.',
  }),
  token_method: field.choice(
    { POST: 'POST', PUT: 'PUT', GET: 'GET' },
    {
      default: 'POST',
      visibleWhen: ({ auth_type }: Auth) => auth_type === 'login_token',
      label: 'Method of the login',
    },
  ),
  token_body: field.text({
    optional: true,
    visibleWhen: ({ auth_type, token_method }: Auth & { token_method: string }) =>
      auth_type === 'login_token' && token_method !== 'GET',
    multiline: true,
    max: 4_000,
    label: 'Body of the login',
  }),
  token_path: field.text({ ...when('login_token'), label: 'Where the token stands' }),
  token_minutes: field.integer({
    ...when('login_token'),
    min: 1,
    max: 10_080,
    label: 'Minutes that a token holds',
  }),
  oauth_scope: field.text({ ...when('oauth2_client'), max: 500, label: 'Scope' }),
  hmac_algorithm: field.choice(
    { sha256: 'SHA-256', sha512: 'SHA-512', sha1: 'SHA-1' },
    { ...when('hmac'), label: 'Algorithm' },
  ),
  hmac_template: field.text({
    ...when('hmac'),
    multiline: true,
    max: 2_000,
    label: 'What is signed',
    help: '{{body}}, {{timestamp}} and variables of the lead.',
  }),
}
