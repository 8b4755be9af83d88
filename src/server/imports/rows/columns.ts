import { labelOf as labelOfField, type Field, type Resource } from '#schema'

export function labelOf(resource: Resource, name: string): string {
  const field = resource.fields[name] as Field | undefined
  if (name === 'id') return 'ID'
  return labelOfField(name, field)
}
