import { knownTransports, type NewPasskey, type Passkey, Problem } from '@billing-checkout/contract'
import { transactWithRetries } from '@billing-checkout/database'
import { mintId, type Timestamp } from '@billing-checkout/domain'
import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { recordAuditInTransaction } from '../../store/audit/record-audit.ts'
import type { Database } from '../../store/database.ts'
import type { Schema } from '../../store/schema/schema.ts'
import { endSessionsOf, type OpenDashboardSession, requireOpenSession } from '../users/dashboard-sessions.ts'
import type { UserAccountDependencies } from '../users/dashboard-users.ts'
import { lockSignInMethods, removeSignInMethodOf } from '../users/sign-in-methods.ts'
import type { PasskeySite } from './passkey-site.ts'
import { consumeSignedChallenge } from './passkey-challenges.ts'
import { verifyNewPasskey } from './verify-passkey.ts'

const passkeysMax = 20

/** The passkeys of a user, the oldest first. */
export const listPasskeys = async (database: Database, userId: string): Promise<readonly Passkey[]> => {
  const rows = await database
    .selectFrom('passkeys')
    .select(shown)
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map(presentPasskey)
}

/**
 * Stores a new passkey of the session's user. Throws `invalid_credentials`, `invalid_parameter` or `limit_reached`, and
 * `expired_credentials` if the session has ended meanwhile, for example because the password was changed.
 */
export const addPasskey = async (
  { database, wallClock }: UserAccountDependencies,
  session: OpenDashboardSession,
  given: NewPasskey,
  site: PasskeySite,
): Promise<Passkey> => {
  const userId = session.user.id
  const { client_data: clientData, credential_id: credentialId, name, transports } = given
  const challenge = await consumeSignedChallenge(database, clientData, { purpose: 'add_passkey', userId }, wallClock())
  const key = challenge === undefined ? undefined : await verifyNewPasskey(given, { site, challenge })
  if (key === undefined)
    throw new Problem('invalid_credentials', 'The passkey was confirmed too late, or for another site.')
  const wall = wallClock()
  return transactWithRetries(database, async (db) => {
    const { passkeyCount } = await lockSignInMethods(db, userId)
    await requireOpenSession(db, session)
    if (passkeyCount >= passkeysMax)
      throw new Problem('limit_reached', `A user may have ${passkeysMax} passkeys; remove one first.`)
    const row = await db
      .insertInto('passkeys')
      .values({
        id: mintId('pkey', Date.parse(wall), randomBytes(16)),
        userId,
        credentialId,
        ...key,
        transports: JSON.stringify(knownTransports(transports)),
        name,
        createdAt: wall,
      })
      .onConflict((passkey) => passkey.column('credentialId').doNothing())
      .returning(shown)
      .executeTakeFirst()
    if (row === undefined) throw new Problem('invalid_parameter', 'This passkey is stored already.')
    await recordAuditInTransaction(db, null, { who: userId, object: userId, after: { passkey: row.id, name } })
    return presentPasskey(row)
  })
}

/** Renames a passkey of a user. Throws `not_found`. */
export const renamePasskey = (
  { database }: Pick<UserAccountDependencies, 'database'>,
  { user: { id: userId } }: OpenDashboardSession,
  id: string,
  name: string,
): Promise<Passkey> =>
  transactWithRetries(database, async (db) => {
    const before = await findPasskey(db, userId, id)
    const row = await db
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', id)
      .returning(shown)
      .executeTakeFirstOrThrow()
    await recordAuditInTransaction(db, null, {
      who: userId,
      object: userId,
      before: { passkey: id, name: before.name },
      after: { passkey: id, name },
    })
    return presentPasskey(row)
  })

/**
 * Removes a passkey of a user and ends all other sessions, because the device may be lost. Throws `not_found`, or `last_sign_in_method` if
 * the user would have no way to sign in.
 */
export const removePasskey = (
  { database, wallClock, identityProvider }: UserAccountDependencies,
  { user: { id: userId }, tokenHash }: OpenDashboardSession,
  id: string,
): Promise<Passkey> =>
  transactWithRetries(database, async (db) => {
    const { hasPassword, passkeyCount, issuer } = await lockSignInMethods(db, userId)
    const row = await findPasskey(db, userId, id)
    const hasIdentity = issuer !== null && issuer === identityProvider?.issuer
    if (!hasPassword && !hasIdentity && passkeyCount === 1)
      throw new Problem('last_sign_in_method', 'This passkey is your only way to sign in: add another one first.')
    await db.deleteFrom('passkeys').where('id', '=', id).execute()
    await endSessionsOf(db, userId, wallClock(), tokenHash)
    await recordAuditInTransaction(db, null, {
      who: userId,
      object: userId,
      before: { passkey: id, name: row.name },
      after: null,
    })
    return presentPasskey(row)
  })

/**
 * Removes all passkeys of a user whose device is lost, and ends all their sessions; `undefined` if there is no such user. A user without a
 * password can then sign in through a link from `issuePasswordLink`.
 */
export const removePasskeysOf = (database: Database, email: string, wall: Timestamp) =>
  removeSignInMethodOf(database, email, wall, async (db, userId) => {
    const rows = await db.deleteFrom('passkeys').where('userId', '=', userId).returning(shown).execute()
    const before = { passkeys: rows.map(({ id, name }) => ({ id, name })) }
    return { removed: rows.length, before, after: { passkeys: [] } }
  })

const findPasskey = async (db: Database, userId: string, id: string): Promise<PasskeyRow> => {
  const row = await db
    .selectFrom('passkeys')
    .select(shown)
    .where('id', '=', id)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new Problem('not_found', `You have no passkey ${JSON.stringify(id)}.`)
  return row
}

const shown = ['id', 'name', 'createdAt', 'lastUsedAt'] as const

type PasskeyRow = Pick<Selectable<Schema['passkeys']>, (typeof shown)[number]>

const presentPasskey = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  id,
  name,
  created_at: createdAt,
  last_used_at: lastUsedAt,
})
