import { z } from 'zod'

import { businessSuffix } from './businessFolder.ts'

/** The settings of the process, by environment variable, read once (README, "Settings"). */
export type Config = ReturnType<typeof readConfig>

const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((value) => value === '1')
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const integer = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.coerce.number({ error }).int(error).min(min, error).max(max, error)
}
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean),
)
const origin = z.string().transform((text) => text.replace(/\/$/, ''))
const proxy = z.union([
  z.enum(['loopback', 'linklocal', 'uniquelocal']),
  z.ipv4(),
  z.ipv6(),
  z.cidrv4(),
  z.cidrv6(),
])
const postgres = z.string().regex(/^postgres(?:ql)?:\/\//, 'must begin with postgres://')
const key = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits (openssl rand -hex 32)')
  .transform((text) => Buffer.from(text, 'hex'))
const page = z.url({
  protocol: /^https?$/,
  error: 'must be an address like https://help.example.com',
})

const environment = z
  .object({
    HOST: z.string().min(1).default('127.0.0.1'),
    PORT: integer(0, 65_535).default(4000),
    DATABASE_URL: postgres.optional(),
    MIGRATE_DATABASE_URL: postgres.optional(),
    DATABASE_WAIT: integer(0, 3_600).default(60),
    BUSINESS: z.string().min(1).optional(),
    DATA_DIR: z.string().min(1).optional(),
    DEMO: flag.optional(),
    ADMIN_EMAIL: z.email('must be an e-mail address').toLowerCase().optional(),
    ADMIN_PASSWORD: z.string().min(12, 'must have at least 12 characters').optional(),
    LEADGATE_ROLE: z.enum(['all', 'web', 'worker'], 'must be all, web or worker').default('all'),
    API_ORIGIN: origin
      .refine(isOrigin, 'must be an origin like https://api.example.com, without a path')
      .optional(),
    CORS_ORIGINS: list
      .pipe(
        z.array(
          origin.refine(
            isOrigin,
            'must be origins like https://console.example.com, without a path',
          ),
        ),
      )
      .default([]),
    TRUSTED_PROXIES: list
      .refine(
        (all) => all.every((one) => proxy.safeParse(one).success),
        'must be addresses of proxies like 10.0.0.5, or ranges like 10.0.0.0/24',
      )
      .default([]),
    APP_KEY: key.optional(),
    APP_KEY_OLD: list.pipe(z.array(key)).default([]),
    RATE_LIMIT: integer(60, 1_000_000_000).default(3_000),
    REVEAL_LIMIT: integer(0, 1_000_000).default(60),
    LOG_LEVEL: z.enum(levels, `must be one of ${levels.join(', ')}`).default('info'),
    METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
    OUTBOUND_LOOPBACK: origin
      .refine(
        (text) => isOrigin(text) && isLoopback(new URL(text).hostname),
        'must be an origin of this machine like http://127.0.0.1:4780, without a path',
      )
      .optional(),
    HELP_DOCUMENTATION_URL: page.optional(),
    HELP_SUPPORT_URL: page.optional(),
    HELP_CONTACT: z
      .union([z.email(), page], 'must be an e-mail address, or an address like https://example.com')
      .optional(),
  })
  .refine((env) => !env.ADMIN_EMAIL === !env.ADMIN_PASSWORD, {
    path: ['ADMIN_PASSWORD'],
    message: 'must be set together with ADMIN_EMAIL',
  })
  .refine((env) => !env.DATABASE_URL || env.APP_KEY, {
    path: ['APP_KEY'],
    message: 'is needed with DATABASE_URL: 64 hexadecimal digits (openssl rand -hex 32)',
  })
  .refine((env) => !env.API_ORIGIN || env.CORS_ORIGINS.length > 0, {
    path: ['CORS_ORIGINS'],
    message:
      'must name the address at which people open the console, like https://console.example.com, when API_ORIGIN is set',
  })
  .refine((env) => env.DATABASE_URL || !env.MIGRATE_DATABASE_URL, {
    path: ['MIGRATE_DATABASE_URL'],
    message: 'goes with DATABASE_URL',
  })
  .refine((env) => !env.DEMO || isLoopback(env.HOST), {
    path: ['DEMO'],
    message:
      'shows the passwords of its accounts to everybody, so it needs HOST=127.0.0.1. Without DEMO=1 the server prints a set-up code',
  })
  .refine((env) => env.DATABASE_URL || env.LEADGATE_ROLE === 'all', {
    path: ['LEADGATE_ROLE'],
    message: 'must be "all" without DATABASE_URL: the embedded database serves one process',
  })

function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text
}

const isLoopback = (host: string) => /^(?:127(?:\.\d+){3}|::1|\[::1\]|localhost)$/i.test(host)

/** The settings of somebody who only tries the console say no more than where it listens on this machine. */
const ofTrials = new Set(['PORT', 'DEMO', 'BUSINESS', 'LOG_LEVEL'])

const isTrial = (given: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(environment.shape).every((name) => ofTrials.has(name) || !(name in given))

/** Where a demo has the server that its calls go to. */
const demoLoopback = 'http://127.0.0.1:4780'

/** Reads the settings. Throws one error that names every setting that is wrong. */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.entries(env).filter(([, value]) => value !== '')
  const result = environment.safeParse(Object.fromEntries(given))
  if (!result.success) {
    const problems = result.error.issues.map(({ path, message }) => `${String(path[0])} ${message}`)
    throw new Error(`Settings are wrong:\n  ${problems.join('\n  ')}`)
  }
  const { data } = result
  const isDemo = data.DEMO ?? isTrial(Object.fromEntries(given))
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = data
  return {
    host: data.HOST,
    port: data.PORT,
    /** Undefined: the embedded database in `dataDir`. */
    databaseUrl: data.DATABASE_URL,
    /** The owner of the tables, where `databaseUrl` is another role: for migrations and partitions. */
    migrateDatabaseUrl: data.MIGRATE_DATABASE_URL,
    /** Seconds that the start waits for a PostgreSQL that cannot be reached yet. */
    databaseWait: data.DATABASE_WAIT,
    dataDir: data.DATA_DIR ?? `.data${businessSuffix(data.BUSINESS)}`,
    demo: isDemo,
    admin: email && password ? { email, password } : undefined,
    role: data.LEADGATE_ROLE,
    /** Whether the readers of answers work on the code: `npm run dev` says so. */
    isDevelopment: env['NODE_ENV'] === 'development',
    /** Where the console's calls go, like `https://api.example.com`; undefined: where the page stands. */
    apiOrigin: data.API_ORIGIN,
    corsOrigins: data.CORS_ORIGINS,
    trustedProxies: data.TRUSTED_PROXIES,
    /** 32 bytes; undefined only with the embedded database, which keeps its own in `dataDir`. */
    appKey: data.APP_KEY,
    /** Keys of before, which open what they sealed until `npm run secrets:rotate` has sealed it anew. */
    oldAppKeys: data.APP_KEY_OLD,
    /** Most requests a minute from one address. */
    rateLimit: data.RATE_LIMIT,
    /** Most values that one user reveals, or compares with masked ones, within an hour. */
    revealLimit: data.REVEAL_LIMIT,
    logLevel: data.LOG_LEVEL,
    /** Opens `/metrics` to callers that send `Authorization: Bearer …`; without the token it is not served. */
    metricsToken: data.METRICS_TOKEN,
    /** The one origin that calls may go to although it is this machine's: of a server that plays another one. */
    outboundLoopback: data.OUTBOUND_LOOPBACK ?? (isDemo ? demoLoopback : undefined),
    isLoopbackGiven: data.OUTBOUND_LOOPBACK !== undefined,
    /** Where the help menu goes; undefined: to the console's own help. The contact may be an e-mail address. */
    help: {
      documentation: data.HELP_DOCUMENTATION_URL,
      support: data.HELP_SUPPORT_URL,
      contact: data.HELP_CONTACT,
    },
  }
}
