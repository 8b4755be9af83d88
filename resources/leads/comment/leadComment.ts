import { both, can, defineResource, field } from '#schema'

/** What people say about a lead to each other (product.md 11.4). What is said stays as it was said. */
export const leadComment = defineResource('lead_comments', {
  one: 'Comment',
  label: 'Lead comments',
  icon: 'voice',
  api: 'lead/comment',
  routes: { list: 'lead/comments' },
  permission: 'lead.comment',
  access: {
    list: can('lead.single.view'),
    show: can('lead.single.view'),
    export: both(can('lead.single.view'), can('lead.export')),
  },
  operations: ['list', 'show', 'export'],
  fields: {
    lead: field.reference('leads', { computed: true, onDelete: 'cascade', index: true }),
    text: field.text({ multiline: true, max: 2_000, label: 'Comment' }),
    user: field.reference('users', { optional: true, computed: true, label: 'By' }),
  },
  title: 'text',
  list: ['lead', 'text', 'user', 'created_at'],
  form: ['text'],
  sort: '-created_at',
})
