import { z } from 'zod'

import { field, kindOf, cleanLine, zoneNamed } from '#schema'
import { dataOf, done, doneWith, moment, type BodyOf, type DataOf } from './contract.ts'
import { msg } from '../texts/serverMsg.ts'

const required = msg('fill_in_this_field')

/** Text that is not empty. */
const someText = (max: number) =>
  z.string(required).min(1, required).max(max, msg('use_at_most_characters', { max }))

/** A name as users carry it. */
const personName = z
  .string(required)
  .overwrite(cleanLine)
  .min(2, msg('use_at_least_2_characters'))
  .max(120, msg('use_at_most_120_characters'))

/** A time zone as the world spells it. */
const timeZone = z
  .string(msg('choose_a_time_zone'))
  .refine((text) => zoneNamed(text) !== undefined, msg('choose_a_time_zone'))
  .overwrite((text) => zoneNamed(text) ?? text)

const emailField = field.email()

/** An e-mail address in the form it is stored in. */
export const emailAddress = z.pipe(kindOf(emailField).schema(emailField), z.string())

/** 256 random bits that a browser keeps. They open nothing: they only spare their owner others' wrong tries. */
const deviceToken = z.string().regex(/^lgd_[\w-]{43}$/, msg('this_is_no_token_of_a_device'))

const known = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  must_change_password: z.boolean(),
  permissions: z.array(z.string()),
  roles: z.array(z.int()).describe('The ids of your roles'),
  notifications: z
    .array(
      z.object({
        id: z.int(),
        data: z.object({
          title: z.string(),
          message: z.string(),
          event: z.string(),
          values: z.unknown(),
          count: z.int().describe('How often it happened within an hour'),
        }),
        updated_at: moment,
      }),
    )
    .describe('The latest that are unread'),
  total_notifications: z.int().describe('How many are unread, at most 10,000'),
  settings: z.object({ locale: z.string(), timezone: z.string(), per_page: z.int() }),
})

/** With the fields of users that are declared `inSession`. */
const person = known.catchall(z.unknown())

/** The signed-in user as the browser knows them. */
export type Profile = z.output<typeof known>

const signIn = ['Sign-in']
const tags = ['Profile']

export const login = {
  tags: signIn,
  summary: 'Sign in',
  body: z.strictObject({
    email: emailAddress,
    password: someText(1000),
    device: deviceToken.optional(),
  }),
  response: {
    200: dataOf(
      person.extend({
        access_token: z.string().describe('For `Authorization: Bearer …`'),
        token_type: z.literal('Bearer'),
        expires_at: moment,
      }),
    ),
  },
}

export type Login = BodyOf<typeof login>
export type SignIn = DataOf<typeof login>

export const logout = { tags: signIn, summary: 'Sign out', response: { 200: done } }

export const readSetup = {
  tags: signIn,
  summary: 'Whether the first administrator is still to be made',
  response: {
    200: dataOf(
      z.object({
        needed: z.boolean(),
        demo_accounts: z.array(
          z.object({ name: z.string(), email: z.string(), password: z.string() }),
        ),
      }),
    ),
  },
}

export const setup = {
  tags: signIn,
  summary: 'Make the first administrator, with the printed code',
  body: z.strictObject({
    code: someText(100),
    name: personName,
    email: emailAddress,
    password: someText(1000),
    /** Of the browser. One that this machine does not know is no reason to refuse. */
    timezone: timeZone.optional().catch(undefined),
  }),
  response: { 201: done },
}

export type Setup = BodyOf<typeof setup>

export const readProfile = {
  tags,
  summary: 'Who you are',
  response: { 200: dataOf(person.extend({ expires_at: moment.optional() })) },
}

const pageSizes = [10, 25, 50, 100]

const settings = z.strictObject({
  locale: z
    .string(msg('choose_a_language'))
    .regex(/^(?=.{2,35}$)[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$/, msg('choose_a_language'))
    .optional(),
  timezone: timeZone.optional(),
  per_page: z
    .int(msg('choose_a_page_size'))
    .refine((size) => pageSizes.includes(size), msg('choose_a_page_size'))
    .optional(),
})

export const changeProfile = {
  tags,
  summary: 'Change your name, and with it your settings',
  body: settings.extend({ name: personName }),
  response: { 200: doneWith(person) },
}

export const changeSettings = {
  tags,
  summary: 'Change your language, time zone and page size',
  body: settings,
  response: { 200: doneWith(person) },
}

/** What users may change of themselves. */
export type ProfileChange = Partial<BodyOf<typeof changeProfile>>

export const changePassword = {
  tags,
  summary: 'Change your password; other sessions end',
  body: z.strictObject({ current_password: someText(1000), new_password: someText(1000) }),
  response: { 200: done },
}

export type PasswordChange = BodyOf<typeof changePassword>

export const changeEmail = {
  tags,
  summary: 'Change the e-mail address you sign in with; other sessions end',
  body: z.strictObject({ email: emailAddress, current_password: someText(1000) }),
  response: { 200: doneWith(person) },
}

export type EmailChange = BodyOf<typeof changeEmail>

export const confirm = {
  tags,
  summary: 'Enter your password again, before a sensitive action',
  body: z.strictObject({ password: someText(1000) }),
  response: { 200: done },
}

export const rememberDevice = {
  tags,
  summary: 'Remember this browser: others’ wrong passwords do not keep you from signing in with it',
  body: z.strictObject({ device: deviceToken.optional() }),
  response: { 200: doneWith(z.object({ device: z.string() })) },
}

export type Device = BodyOf<typeof rememberDevice>

export const listPermissions = {
  tags,
  summary: 'What you may do, in words',
  response: {
    200: dataOf(
      z.array(
        z.object({
          name: z.string(),
          group: z.string().nullable(),
          description: z.string().nullable(),
        }),
      ),
    ),
  },
}

export const listSessions = {
  tags,
  summary: 'Where you are signed in',
  response: {
    200: dataOf(
      z.array(
        z.object({
          id: z.int(),
          created_at: moment,
          last_used_at: moment,
          expires_at: moment,
          ip: z.string().nullable(),
          user_agent: z.string().nullable(),
          is_current: z.boolean(),
          browser: z.string(),
          system: z.string(),
        }),
      ),
    ),
  },
}

export const endSessions = {
  tags,
  summary: 'Sign out everywhere else',
  response: { 200: doneWith(z.object({ ended: z.int() })) },
}

export type SessionOfUser = DataOf<typeof listSessions>[number]
