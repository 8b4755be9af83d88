import type { Resource } from '#schema'

/** What the derived routes of a resource do, by method and what stands behind its path. */
const verbs: Readonly<Record<string, string>> = {
  'GET search': 'list',
  'POST search': 'list_by_body',
  'GET all': 'choices',
  'GET defaults': 'defaults',
  'GET ': 'read',
  'POST ': 'create',
  'PUT ': 'change',
  'DELETE ': 'delete',
}

/**
 * Names calls for programs, each unlike every other: `list_bookings`, `change_bookings`, `confirm_bookings`; one that
 * belongs to no resource, or has the name of another, by its method and path: `post_login`.
 */
export function operationIds(resources: readonly Resource[]) {
  const known = new Map<string, string>()
  return (method: string, url: string): string => {
    const place = `${method} ${url}`
    const short = operationIdOf(resources, method, url)
    const isTaken = known.has(short) && known.get(short) !== place
    const id = isTaken ? longOf(method, url) : short
    known.set(id, place)
    return id
  }
}

const longOf = (method: string, url: string) =>
  `${method.toLowerCase()}${url
    .replace(/^\/api/, '')
    .replaceAll(/\/[:{]/g, '/by_')
    .replaceAll(/\W+/g, '_')
    .replace(/_$/, '')}`

function operationIdOf(resources: readonly Resource[], method: string, url: string): string {
  const path = url.replace(/^\/api\//, '')
  const [resource] = resources
    .filter(({ api }) => path === api || path.startsWith(`${api}/`))
    .sort((one, other) => other.api.length - one.api.length)
  const rest = (resource ? path.slice(resource.api.length) : path).split('/').filter(Boolean)
  const parts = rest.filter((one) => !/^[:{]/.test(one)).map((one) => one.replaceAll(/\W+/g, '_'))
  const tail = parts.join('_')
  const verb = resource && verbs[`${method} ${tail}`]
  if (resource && verb) return `${verb}_${resource.name}`
  const isRead = method === 'GET' || method === 'DELETE' || !resource
  return [...(isRead ? [method.toLowerCase()] : []), tail, resource?.name].filter(Boolean).join('_')
}
