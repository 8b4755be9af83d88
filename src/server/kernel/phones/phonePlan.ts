import metadata from 'libphonenumber-js/metadata.min'

/** What the library knows of a country, with its patterns compiled once: it compiles them for every number. */
export interface Plan {
  readonly country: string
  readonly general: RegExp
  /** What a national number may begin with that is no part of it. */
  readonly trunk: RegExp | undefined
  /** Digits that only numbers of this country begin with. */
  readonly leading: RegExp | undefined
  /** Given where several countries share a calling code. */
  readonly types: readonly { readonly pattern: RegExp; readonly lengths: readonly number[] }[]
}

const plans = new Map<string, Plan[]>()

export function plansOf(code: string): Plan[] {
  const known = plans.get(code)
  if (known) return known
  const countries: readonly string[] =
    Object.entries(metadata.country_calling_codes).find(([one]) => one === code)?.[1] ?? []
  const made = countries.map(planOf)
  plans.set(code, made)
  return made
}

type Type = readonly [pattern: string, lengths?: readonly number[]]

/** The places of `metadata.min.json`, format 4. */
function planOf(country: string): Plan {
  const plan: readonly unknown[] =
    Object.entries(metadata.countries).find(([one]) => one === country)?.[1] ?? []
  const [, , general, lengths, , , , trunk, , , leading, types] = plan
  return {
    country,
    general: whole(String(general)),
    trunk: start(trunk),
    leading: start(leading),
    types: ((types || []) as readonly (Type | 0)[]).flatMap((type) => {
      if (!type || !type[0]) return []
      return [{ pattern: whole(type[0]), lengths: type[1] ?? (lengths as readonly number[]) }]
    }),
  }
}

const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`)

const start = (pattern: unknown) =>
  typeof pattern === 'string' && pattern !== '' ? new RegExp(`^(?:${pattern})`) : undefined
