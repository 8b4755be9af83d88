import { defineResource, field } from '#schema'

/** What a letter may point at. */
export const desk = defineResource('desks', {
  permission: 'desk',
  options: { permission: 'desk.view' },
  fields: { name: field.text() },
  title: 'name',
  list: ['name'],
  form: ['name'],
})
