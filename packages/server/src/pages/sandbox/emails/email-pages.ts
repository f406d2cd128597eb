import { type Request, Router } from 'express'
import {
  type EmailCursor,
  findStoredEmail,
  findStoredEmails,
  type ListedEmail,
} from '../../../emails/find-stored-emails.ts'
import type { RateLimiter } from '../../../http/rate-limit.ts'
import { requestLocalsOf } from '../../../http/requests/request-locals.ts'
import type { Database } from '../../../store/database.ts'
import {
  emailDocument,
  emailListDocument,
  noEmailDocument,
  emailPageHeaders,
  storedHtmlHeaders,
} from './email-documents.ts'
import { type EmailReadPolicy, mayReadEmails } from './may-read-emails.ts'

/** The parts of the pages of the sandbox's emails. */
export interface EmailPagesDependencies extends EmailReadPolicy {
  readonly database: Database
  readonly rateLimiter: RateLimiter
}

/**
 * Serves the emails of all organizations, which the sandbox stores instead of sending: a list, one email, and its HTML as a document that
 * can run nothing. For a caller that may not read them, these paths do not exist, unless the server has a token: the browser then asks for
 * this token as a password.
 */
export const emailPages = (parts: EmailPagesDependencies): Router => {
  const { database, rateLimiter, token } = parts
  const router = Router({ caseSensitive: true, strict: true })
  router.use('/sandbox/emails', async (request, response, next) => {
    await rateLimiter.count(request, response, null)
    if (mayReadEmails(request, parts)) return next()
    if (token === null) return next('router')
    requestLocalsOf(response).pattern = '/sandbox/emails'
    response
      .status(401)
      .set({ 'Cache-Control': 'no-store', 'WWW-Authenticate': 'Basic realm="Emails of the sandbox", charset="UTF-8"' })
      .type('txt')
      .send('The password is METRICS_TOKEN of this server; any user name will do.\n')
  })
  router.get('/sandbox/emails', async (request, response) => {
    requestLocalsOf(response).pattern = '/sandbox/emails'
    const to = textIn(request, 'to').trim().slice(0, 320)
    const before = readCursor(textIn(request, 'before'))
    const found = await findStoredEmails(database, { to: to === '' ? null : to, before, limit: pageSize + 1 })
    const emails = found.slice(0, pageSize)
    const last = found.length > pageSize ? emails.at(-1) : undefined
    response.set(emailPageHeaders).send(
      emailListDocument({
        emails,
        to,
        isFirst: before === null,
        older: last === undefined ? null : writeCursor(last),
      }),
    )
  })
  router.get('/sandbox/emails/:id', async (request, response) => {
    requestLocalsOf(response).pattern = '/sandbox/emails/{id}'
    const email = await find(request.params.id)
    if (email === undefined) return void response.status(404).set(emailPageHeaders).send(noEmailDocument)
    response.set(emailPageHeaders).send(emailDocument(email))
  })
  router.get('/sandbox/emails/:id/html', async (request, response) => {
    requestLocalsOf(response).pattern = '/sandbox/emails/{id}/html'
    const email = await find(request.params.id)
    if (email === undefined) return void response.status(404).set(emailPageHeaders).send(noEmailDocument)
    response.set(storedHtmlHeaders).send(email.html)
  })
  const find = async (id: string) => (isId.test(id) ? findStoredEmail(database, id) : undefined)
  return router
}

const pageSize = 100

const isId = /^[a-z]+_[\w-]{1,100}$/

/** A query parameter, without NUL, which PostgreSQL cannot store. */
const textIn = ({ query }: Request, name: string): string =>
  typeof query[name] === 'string' ? query[name].replaceAll('\0', '') : ''

const writeCursor = ({ createdAt, id }: ListedEmail): string => `${createdAt}~${id}`

/** Parses the cursor of a link to older emails; null for the start of the list, and for an invalid cursor. */
const readCursor = (text: string): EmailCursor | null => {
  const [createdAt = '', id = ''] = text.split('~')
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(createdAt) &&
    Number.isFinite(Date.parse(createdAt)) &&
    isId.test(id)
    ? { createdAt, id }
    : null
}
