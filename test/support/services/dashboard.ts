import type { Role } from '@billing-checkout/contract'
import { randomUUID, scryptSync } from 'node:crypto'
import { hashToken, mintToken } from '#server/credentials/secret-tokens.ts'
import { acrossOrganizations } from '#server/store/across-organizations.ts'
import type { Database } from '#server/store/database.ts'
import type { Answer, RunningService } from './running-service.ts'

/** The password of every user that a story adds. */
export const password = 'correct horse battery staple'

/** A user of a story, signed in. */
export interface SignedIn {
  readonly id: string
  readonly email: string
  readonly cookie: string
}

/** How a request of the dashboard differs from the default. */
export interface DashboardRequest {
  readonly body?: unknown
  readonly cookie?: string
  readonly organization?: string
  readonly headers?: Readonly<Record<string, string | null>>
}

/** Sends a request like the dashboard in a browser. A header that is null is left out. */
export const sendFrom = async (
  { url }: Pick<RunningService, 'url'>,
  method: string,
  path: string,
  { body, cookie, organization, headers = {} }: DashboardRequest = {},
): Promise<Answer> => {
  const all = {
    'X-Billing-Dashboard': '1',
    'Sec-Fetch-Site': 'same-origin',
    ...(cookie !== undefined && { Cookie: `billing_dashboard=${cookie}` }),
    ...(organization !== undefined && { 'X-Billing-Organization': organization }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...headers,
  }
  const response = await fetch(`${url}${path}`, {
    method,
    headers: Object.entries(all).flatMap(([name, value]) =>
      value === null ? [] : [[name, value] as [string, string]],
    ),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

/** The value of the dashboard's session cookie that an answer sets; empty if the answer sets none. */
export const cookieOf = ({ headers }: Answer): string => {
  const set = headers.getSetCookie().map((cookie) => /^(?:__Host-)?billing_dashboard=([0-9a-f]*)/.exec(cookie)?.[1])
  return set.find((value) => value !== undefined) ?? ''
}

/** Adds a signed-in user to organizations of a service. */
export const addUser = async (
  service: { readonly database: { readonly db: Database } },
  roles: Readonly<Record<string, Role>>,
  { isOperator = false }: { readonly isOperator?: boolean } = {},
): Promise<SignedIn> => {
  const { db } = service.database
  const id = `usr_${randomUUID()}`
  const email = `${id}@example.com`
  const cookie = mintToken()
  const now = new Date().toISOString()
  await db
    .insertInto('users')
    .values({ id, email, name: 'Mina', passwordHash: quickHash, isOperator, createdAt: now })
    .execute()
  for (const [organizationId, role] of Object.entries(roles))
    await acrossOrganizations(db, 'user session')
      .insertInto('memberships')
      .values({ organizationId, userId: id, role, createdAt: now })
      .execute()
  await db
    .insertInto('dashboardSessions')
    .values({ tokenHash: hashToken(cookie), userId: id, createdAt: now, seenAt: now, reauthenticatedAt: now })
    .execute()
  return { id, email, cookie }
}

/** Invites an address to an organization for a minute, and returns the token of the link. */
export const inviteTo = async (
  { database }: { readonly database: { readonly db: Database } },
  { email, organizationId, role }: { readonly email: string; readonly organizationId: string; readonly role: Role },
): Promise<string> => {
  const token = mintToken()
  const now = Date.now()
  await database.db
    .insertInto('userTokens')
    .values({
      id: `inv_${token}`,
      tokenHash: hashToken(token),
      kind: 'invitation',
      userId: null,
      email,
      invitedTo: organizationId,
      role,
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + 60_000).toISOString(),
    })
    .execute()
  return token
}

/** The hash of `password` with the lowest cost that the format allows, because most stories are not about hashes. */
const quickHash = ((): string => {
  const salt = Buffer.alloc(16, 7)
  const inBase64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$scrypt$ln=4,r=8,p=1$${inBase64(salt)}$${inBase64(scryptSync(password, salt, 32, { N: 16, r: 8, p: 1 }))}`
})()
