import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Resource } from '#schema'

/** Returns where in the folder of a business a resource is declared, by its path; undefined where in none of its files. */
export function declaredIn(folder: string, name: string): string | undefined {
  if (!existsSync(folder)) return undefined
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^[^.]*\.ts$/.test(path.slice(path.lastIndexOf('/') + 1)))
    .find((path) => readFileSync(join(folder, path), 'utf8').includes(`defineResource('${name}'`))
}

/** Throws when one of the roles does not stand in the text of a file, and names those that do. */
export function requireRoles(file: string, text: string, roles: readonly string[]): void {
  const known = [...text.matchAll(/name: '([^']*)'/g)].map(([, role]) => role)
  const unknown = roles.find((role) => !known.includes(role))
  if (unknown === undefined) return
  throw new Error(
    `${file} has no role "${unknown}". There are ${known.join(', ')}; write another there first.`,
  )
}

/**
 * The text of `permissions.ts` with the permissions of a resource's operations, after those of the settings. A list without
 * them stays as it is: what it does not name, the declarations make.
 */
export function permitted(
  text: string,
  { permission, label, group = label }: Pick<Resource, 'permission' | 'label' | 'group'>,
): string {
  if (text.includes(`'${permission}'`)) return text
  const line = `  ...records('${group}', '${permission}', '${label.toLowerCase()}'),\n`
  return text.replace("  ...group('Option lists'", `${line}  ...group('Option lists'`)
}

/** The text of `index.ts` with one more resource, in the list `others`, or else in the first; undefined where there is none. */
export function listed(text: string, variable: string, path: string): string | undefined {
  if (new RegExp(`import \\{[^}]*\\b${variable}\\b[^}]*\\} from '\\./${path}'`).test(text))
    return text
  const list = text.includes('const others = [') ? /const others = \[/ : /const \w+ = \[/
  const withImport = text.replace(
    /\n\nconst /,
    `\nimport { ${variable} } from './${path}'\n\nconst `,
  )
  const withBoth = withImport.replace(list, (begun) => `${begun}\n  ${variable},`)
  return withImport === text || withBoth === withImport ? undefined : withBoth
}

/** The text of `roles.ts` with a role that holds one more permission; undefined where its permissions are no plain list. */
export function granted(text: string, role: string, permission: string): string | undefined {
  const begin = text.indexOf(`name: '${role}'`)
  const next = text.indexOf("name: '", begin + 1)
  const own = text.slice(begin, next === -1 ? undefined : next)
  if (own.includes(`'${permission}'`) || own.includes("'*'")) return text
  const list = 'permissions: ['
  if (!own.includes(list)) return undefined
  const place = begin + own.indexOf(list) + list.length
  return `${text.slice(0, place)}'${permission}', ${text.slice(place)}`
}
