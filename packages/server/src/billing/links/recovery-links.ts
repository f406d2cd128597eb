import { Problem, type RecoveryLink } from '@billing-checkout/contract'
import { addSeconds, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { seal, unseal } from '../../credentials/seal.ts'
import type { CallerContext } from '../../organization/caller-context.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import { loadSubscription } from '../../store/entities/subscriptions.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import { newId } from '../../store/writes/new-id.ts'
import { type Write, write } from '../../store/writes/write.ts'
import { hashToken, mintToken } from '../../credentials/secret-tokens.ts'
import { saveIdempotentResponse } from '../../store/requests/save-idempotent-response.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Database } from '../../store/database.ts'
import type { Billing } from '../billing.ts'
import { lockName } from '../lock-names-of.ts'
import { refuseWithoutPages } from './our-pages.ts'

const lifetimeSeconds = 30 * 86_400

/** Makes the link by which a customer pays what a subscription owes. It replaces every earlier link of the subscription. */
export const createRecoveryLink = async (billing: Billing, call: CallerContext, id: string): Promise<RecoveryLink> => {
  refuseWithoutPages(billing)
  return write(billing.database, call.organization.id, async (work) => {
    await lockNames(work, [lockName.subscription(id)])
    const subscription = await loadSubscription(work.db, id)
    if (subscription === undefined) throw new Problem('not_found', `There is no subscription ${id}.`)
    const { status, pastDueSince } = subscription
    if (pastDueSince === null)
      throw new Problem(
        'subscription_not_changeable',
        `Subscription ${id} is ${status}, not past_due: nothing is owed.`,
      )
    await endLinks(work, id)
    const link = addRecoveryLink(billing, work, { id, pastDueSince })
    recordAudit(work, { object: id, after: { recovery_link_expires_at: link.expires_at } })
    const sealed = seal(billing.pagesKey, labelOf(call), link.url).toString('base64')
    saveIdempotentResponse(work, call, { ...link, url: sealed })
    return link
  })
}

/** Ends every link of a subscription, and the sessions opened by these links. */
const endLinks = async ({ db, now }: Write, subscriptionId: string): Promise<void> => {
  await db.deleteFrom('recoveryLinks').where('subscriptionId', '=', subscriptionId).execute()
  await db
    .updateTable('clientSessions')
    .set({ expiresAt: now, updatedAt: now })
    .where(sql<boolean>`members->'subscription'->>'id' = ${subscriptionId}`)
    .where('hostedAs', '=', 'recovery')
    .where('completedAt', 'is', null)
    .where('expiresAt', '>', now)
    .execute()
}

/** The answer to a retried request, with the link decrypted, because the stored answer contains it encrypted. */
export const answerRecoveryLinkAgain = (
  { pagesKey }: Billing,
  call: CallerContext,
  answer: RecoveryLink,
): RecoveryLink => ({
  ...answer,
  url: unseal(pagesKey, labelOf(call), Buffer.from(answer.url, 'base64')),
})

const labelOf = ({ organization }: CallerContext): string => `recovery link ${organization.id}`

/** Adds a recovery link to a past-due subscription without ending its earlier links, and returns the new link. */
export const addRecoveryLink = (
  billing: LinkMaker,
  work: Write,
  { id, pastDueSince }: { readonly id: string; readonly pastDueSince: Timestamp },
): RecoveryLink => addLink(billing, work, { subscriptionId: id, pastDueSince, path: '/pay/recovery' })

/** Makes a link by which the customer revokes the cancellation of a subscription. Returns its URL. */
export const addKeepLink = (billing: LinkMaker, work: Write, subscriptionId: string): string =>
  addLink(billing, work, { subscriptionId, pastDueSince: null, path: '/pay/keep' }).url

/** Ends the links that revoke a subscription's cancellation. From then on, the links' page says when the subscription is charged next. */
export const endKeepLinks = ({ update }: Pick<Write, 'update'>, subscriptionId: string): void => {
  update('recoveryLinks', { subscriptionId, pastDueSince: null }, { uses: 1 })
}

type LinkMaker = Pick<Billing, 'publicUrl' | 'wallClock'>

/** Stores a link and returns it. Of the link's token, only the hash is stored. */
const addLink = (
  { publicUrl, wallClock }: LinkMaker,
  work: Write,
  { path, ...of }: { readonly subscriptionId: string; readonly pastDueSince: Timestamp | null; readonly path: string },
): RecoveryLink => {
  const token = mintToken()
  const expiresAt = addSeconds(wallClock(), lifetimeSeconds)
  work.insert('recoveryLinks', {
    ...of,
    id: newId('rlink', work),
    tokenHash: hashToken(token),
    expiresAt,
    createdAt: work.now,
  })
  return { url: `${publicUrl()}${path}/${token}`, expires_at: expiresAt }
}

/** The query for the link with this token; `undefined` if the text cannot be a token. */
export const selectLinkByToken = (database: Database, token: string) =>
  /^[0-9a-f]{40}$/.test(token)
    ? acrossOrganizations(database, 'link token').selectFrom('recoveryLinks').where('tokenHash', '=', hashToken(token))
    : undefined
