import { type Make, no, hasBearer, wrongToken, invalid, known } from './fakeMake.server.ts'

/** The goal that a deposit is, where goals are told by their UUID. */
export const depositGoal = '6f1c2a80-0000-4000-8000-00000000f7d0'

/** The makes of the ready templates (product.md 7.7), by the value of `template`. A call without its sign-in is refused as they do. */
export const makes: Readonly<Record<string, Make>> = {
  trackbox: {
    push: '/api/signup/procform',
    isSignedIn: (headers) =>
      ['x-trackbox-username', 'x-trackbox-password', 'x-api-key'].every((name) => headers[name]),
    answers: {
      success: ({ id, link }) => [
        200,
        { status: true, data: link, addonData: { data: { customerId: id, loginURL: link } } },
      ],
      duplicate: no(200, { status: false, data: 'Lead already exists' }),
      rejected: no(200, { status: false, data: 'Invalid phone' }),
      capacity: no(200, { status: false, data: 'No brands are available for this country' }),
      auth: no(200, { status: false, code: 401, data: 'Wrong credentials' }),
    },
    pull: {
      path: '/api/pull/customers',
      method: 'POST',
      between: ['from', 'to'],
      row: (row) => ({
        customerData: {
          uniqueid: row['id'],
          email: row['email'],
          phone: row['phone'],
          call_status: row['status'],
          depositor: row['isDeposited'],
          first_deposit_date: secondsOf(row['depositedAt']),
        },
      }),
      page: (data, { lastPage }) => ({ status: true, data, meta: { last_page: lastPage } }),
    },
  },
  hypernet: {
    push: '/api/external/integration/lead',
    isSignedIn: (headers) => Boolean(headers['x-api-key']),
    answers: {
      success: ({ id, link }) => [200, { success: true, leadId: id, redirectUrl: link }],
      duplicate: no(400, { success: false, ...known }),
      rejected: no(400, { success: false, ...invalid }),
      capacity: no(404, { success: false, message: 'No hubs available' }),
      auth: wrongToken,
    },
    pull: {
      path: '/api/external/integration/lead',
      method: 'GET',
      between: ['from', 'to'],
      row: ({ id, email, phone, status, createdAt, isDeposited, depositedAt }) => ({
        id,
        email,
        phone,
        status,
        createdAt,
        isDeposited,
        depositedAt,
      }),
      page: (items, { total }) => ({ items, count: total }),
    },
  },
  irev: {
    push: '/api/affiliates/v2/leads',
    isSignedIn: ({ authorization }) => Boolean(authorization),
    answers: {
      success: ({ id, link }) => [201, { lead_uuid: id, auto_login_url: link }],
      duplicate: no(422, known),
      rejected: no(422, invalid),
      capacity: no(422, { message: 'The daily limit is reached' }),
      auth: wrongToken,
    },
    pull: {
      path: '/api/affiliates/v2/leads',
      method: 'GET',
      between: ['created_from', 'created_to'],
      row: (row) => ({
        lead_uuid: row['id'],
        email: row['email'],
        sale_status: row['status'],
        goal_type_uuid: row['isDeposited'] ? depositGoal : null,
        goal_created_at: secondsOf(row['depositedAt']),
      }),
      page: (data, { lastPage }) => ({ data, last_page: lastPage }),
    },
  },
  crmate: {
    push: '/api/leads',
    isSignedIn: hasBearer,
    answers: {
      success: ({ id, link }) => [
        200,
        { status: true, external_id: id, link_auto_login: link, lead_id: id },
      ],
      duplicate: no(200, { status: false, ...known }),
      rejected: no(200, { status: false, ...invalid }),
      capacity: no(200, { status: false, message: 'The daily limit is reached' }),
      auth: wrongToken,
    },
    pull: {
      path: '/api/web-master/leads',
      method: 'GET',
      between: ['date_from', 'date_to'],
      row: (row) => ({
        external_id: row['id'],
        email: row['email'],
        status: row['status'],
        is_action: row['isDeposited'] ? 1 : 0,
        action_at: secondsOf(row['depositedAt']),
      }),
      page: (data, { lastPage }) => ({ data, last_page: lastPage }),
    },
  },
  generic: {
    push: '/leads',
    isSignedIn: hasBearer,
    answers: {
      success: ({ id }) => [201, { id }],
      duplicate: no(409, known),
      rejected: no(422, invalid),
      capacity: no(422, { message: 'The daily limit is reached' }),
      auth: wrongToken,
    },
  },
}

/** `2026-01-31 10:00:00` of UTC, as most of them write dates. */
const secondsOf = (moment: unknown): string | null =>
  typeof moment === 'string' ? moment.slice(0, 19).replace('T', ' ') : null

/** What has this path, and whether it is asked for statuses there. */
export function makeAt(method: string | undefined, path: string) {
  for (const [name, make] of Object.entries(makes)) {
    if (method === 'POST' && make.push === path) return { name, make, pull: undefined }
    const { pull } = make
    if (pull && pull.method === method && pull.path === path) return { name, make, pull }
  }
  return undefined
}
