import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import type { PlainResource, Resource, Texts } from '#schema'

import type { Behavior } from './behavior.ts'
import type { Config } from './config.ts'
import type { Database, Sql } from './database.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { ForbiddenText } from '../records/write/forbiddenText.ts'
import type { Secrets } from './secrets.ts'

/** One permission string with its place in the role editor. */
export interface PermissionDeclaration {
  readonly name: string
  /** Heading in the role editor: "Leads", "Settings". */
  readonly group: string
  readonly description: string
  /** Takes something away from its holders: to lose it is a gain. */
  readonly restricts?: true
  /** Guards nothing in this release: roles keep it, and nobody is offered it. */
  readonly planned?: true
}

/** A role that an empty database is given. `'*'` grants every permission. */
export interface SeedRole {
  readonly name: string
  readonly permissions: readonly string[]
}

/** What the console says in other languages. */
export interface Translations {
  /** Every text of the console by key, as it stands in the code. */
  readonly english: Texts
  /** The texts of a language by key: those that it ships, and before them those that staff have set. */
  texts(language: string, backend: Backend): Promise<Texts>
  /** The names of the languages that people may choose, by code. Asked inside transactions too. */
  languages(database: Sql): Promise<Readonly<Record<string, string>>>
}

/** What the business brings: resources with behavior, permissions and seeds. */
export interface Business {
  /** The address of the module that exports it as `business`: threads load it too, and call nothing but `prepare`. */
  readonly module: string
  readonly resources: readonly Resource[]
  readonly behaviors: Readonly<Record<string, Behavior<PlainResource>>>
  readonly permissions: readonly PermissionDeclaration[]
  readonly roles: readonly SeedRole[]
  readonly translations?: Translations
  /** What no text of any resource may hold; refused on every way in. */
  readonly forbiddenText?: ForbiddenText
  /** Fills reference tables that are empty. Called at every start, in one transaction. */
  seed(backend: Backend): Promise<void>
  /** Demo records and users, once, on an empty database with DEMO=1. */
  demo(backend: Backend): Promise<void>
  /** Shown on the login page with DEMO=1. */
  readonly demoAccounts: readonly { name: string; email: string; password: string }[]
  /** Routes that belong to no resource, on the instance that serves `/api`. Each needs `config.access` and `config.about`. */
  routes?(app: FastifyInstance, backend: Backend): void
}

/** Everything a request, hook or job may use. */
export interface Backend {
  readonly config: Config
  readonly database: Database
  readonly business: Business
  readonly secrets: Secrets
  readonly jobs: Jobs
  readonly log: FastifyBaseLogger
  /** The resource of that name. Throws for a name that is not declared. */
  resource(name: string): Resource
}
