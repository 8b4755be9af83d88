import { z } from 'zod'

import { dataOf, doneWith, moment } from '../kernel/describe.ts'
import { confirmBody } from './confirm.ts'
import { emailBody } from './email.ts'
import { deviceBody } from './knownDevices.ts'
import { loginBody } from './login.ts'
import { passwordBody } from './password.ts'
import { profileBody } from './profileBody.ts'
import { setupBody } from './setup.ts'

const door = 'Sign-in'
const group = 'Profile'

const unread = z.object({
  id: z.int(),
  data: z.object({
    title: z.string(),
    message: z.string(),
    event: z.string(),
    values: z.unknown(),
  }),
  updated_at: moment,
})

const profile = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  is_sender: z.literal([0, 1]),
  must_change_password: z.boolean(),
  permissions: z.array(z.string()),
  roles: z.array(z.int()),
  notifications: z.array(unread),
  total_notifications: z.int(),
  settings: z.object({ locale: z.string(), timezone: z.string(), per_page: z.int() }),
})

const session = z.object({
  id: z.int(),
  created_at: moment,
  last_used_at: moment,
  expires_at: moment,
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  is_current: z.boolean(),
  browser: z.string(),
  system: z.string(),
})

const permission = z.object({
  name: z.string(),
  group: z.string().nullable(),
  description: z.string().nullable(),
})

const account = z.object({ name: z.string(), email: z.string(), password: z.string() })

const signedIn = {
  ...profile.shape,
  access_token: z.string().describe('For `Authorization: Bearer …`'),
  token_type: z.literal('Bearer'),
  expires_at: moment,
}

/** What the routes of sign-in and of the own profile say of themselves. */
export const about = {
  login: {
    group: door,
    summary: 'Sign in',
    body: loginBody,
    answers: { 200: dataOf(z.object(signedIn)) },
  },
  logout: { group: door, summary: 'Sign out', answers: { 200: doneWith(z.object({})) } },
  setup: {
    group: door,
    summary: 'Whether the first administrator is still to be made',
    answers: {
      200: dataOf(z.object({ needed: z.boolean(), demo_accounts: z.array(account) })),
    },
  },
  setUp: {
    group: door,
    summary: 'Make the first administrator, with the printed code',
    body: setupBody,
    answers: { 201: doneWith(z.object({})) },
  },
  profile: {
    group,
    summary: 'Who you are',
    answers: { 200: dataOf(z.object({ ...profile.shape, expires_at: moment })) },
  },
  rememberDevice: {
    group,
    summary:
      'Remember this browser: others’ wrong passwords do not keep you from signing in with it',
    body: deviceBody,
    answers: { 200: doneWith(z.object({ device: z.string() })) },
  },
  permissions: {
    group,
    summary: 'What you may do, in words',
    answers: { 200: dataOf(z.array(permission)) },
  },
  changeProfile: {
    group,
    summary: 'Change your name and settings',
    body: profileBody,
    answers: { 200: doneWith(profile) },
  },
  changePassword: {
    group,
    summary: 'Change your password; other sessions end',
    body: passwordBody,
    answers: { 200: doneWith(z.object({})) },
  },
  changeEmail: {
    group,
    summary: 'Change the e-mail address you sign in with; other sessions end',
    body: emailBody,
    answers: { 200: doneWith(profile) },
  },
  confirm: {
    group,
    summary: 'Enter your password again, before a sensitive act',
    body: confirmBody,
    answers: { 200: doneWith(z.object({})) },
  },
  sessions: {
    group,
    summary: 'Where you are signed in',
    answers: { 200: dataOf(z.array(session)) },
  },
  endSessions: {
    group,
    summary: 'Sign out everywhere else',
    answers: { 200: doneWith(z.object({ ended: z.int() })) },
  },
}
