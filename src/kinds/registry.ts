import type { Field } from './field.ts'

/** What one world knows of each kind, by the kind's name: the engine's own kinds, and those that a business adds. */
export function createRegistry<Part>() {
  const parts = new Map<string, Part>()
  return {
    add(added: Readonly<Record<string, Part>>): void {
      for (const [name, part] of Object.entries(added)) parts.set(name, part)
    },
    find: ({ kind }: Field): Part | undefined => parts.get(kind),
    of({ kind }: Field): Part {
      const part = parts.get(kind)
      if (part === undefined) throw new Error(`there is no kind "${kind}"`)
      return part
    },
  }
}
