/** One permission string with its place in the role editor. */
export interface PermissionDeclaration {
  readonly name: string
  /** Heading in the role editor: "Books", "Settings". */
  readonly group: string
  readonly description: string
  /** Takes something away from its holders: to lose it is a gain. */
  readonly restricts?: true
  /** Guards nothing in this release: roles keep it, and it is not offered. */
  readonly planned?: true
}

/** A role that an empty database is given. `'*'` grants every permission. */
export interface SeedRole {
  readonly name: string
  readonly permissions: readonly string[]
}
