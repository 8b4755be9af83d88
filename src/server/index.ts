export type { Backend, Business, PermissionDeclaration, SeedRole } from './backend.ts'
export type { Behavior, Behaviors, Context, Records } from './behavior.ts'
export type { Database, Sql } from './database/database.ts'
export * from './errors.ts'
