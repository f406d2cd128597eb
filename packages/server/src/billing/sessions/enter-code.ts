import { Problem, type SessionMembers } from '@billing-checkout/contract'
import { secondsAfter } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { CallerContext } from '../../organization/caller-context.ts'
import type { ClientSessionRow } from '../../store/rows.ts'
import { lockNames, type Write } from '../../store/write.ts'
import type { Billing } from '../billing.ts'
import { minuteOf } from '../checks/count-outcome.ts'
import { hashAddress } from '../checks/hash-address.ts'
import { invalidDiscount } from '../discounts/invalid-discount.ts'
import { lockName } from '../lock-names-of.ts'
import { type ResolvedSession, resolveSession } from '../quotes/resolve-session.ts'
import { resolvePayable } from './open-session.ts'

/** How many wrong codes one network address may send to an organization in an hour. */
const wrongCodesMax = 20

/** Whether a session takes the code of a discount: if its merchant allows it, and it is for a purchase. */
export const takesCodes = ({ session, purpose }: Pick<ResolvedSession, 'session' | 'purpose'>): boolean =>
  session.members.options?.allow_codes === true && (purpose === 'pay' || purpose === 'subscribe')

/** What a shopper's code comes to: the members of their session with its discount, or why there is none. */
type EnteredCode = { readonly members: SessionMembers } | { readonly refusal: Problem }

/**
 * The members of a session with the discount of a code, or without a discount for null. A code that cannot be redeemed is counted against the
 * shopper's network address, and the refusal is returned, not thrown, so that the count is committed. A right code costs the same
 * statements as a wrong one.
 */
export const enterCode = async (
  billing: Billing,
  call: CallerContext,
  work: Write,
  { session, code }: { readonly session: ClientSessionRow; readonly code: string | null },
): Promise<EnteredCode> => {
  const { db, now } = work
  const { organization } = call
  const view = await resolveSession({ billing, db, organization, now }, session)
  if (!takesCodes(view))
    throw codeRefused(invalidDiscount({ reason: 'not_allowed', message: 'This checkout takes no codes.' }))
  const { discount: _, ...withoutDiscount } = session.members
  if (code === null) return { members: withoutDiscount }
  const address = hashAddress(billing, call.address)
  await lockNames(work, [lockName.address(address)])
  if ((await countWrongCodes(work, address, call.wall)) >= wrongCodesMax) return { refusal: tooManyCodes() }
  const members = { ...withoutDiscount, discount: { code: writtenCode(code) } }
  const refusal = await refusalOf(billing, call, work, { ...session, members, quote: null })
  await addWrongCodes(work, { address, minute: minuteOf(call.wall), count: refusal === undefined ? 0 : 1 })
  return refusal === undefined ? { members } : { refusal }
}

/** The code without the spaces around it. What no code can be stands for one that does not exist. */
const writtenCode = (typed: string): string => {
  const code = typed.trim()
  return /^[A-Za-z0-9_-]{3,50}$/.test(code) ? code : '?'
}

const refusalOf = async (
  billing: Billing,
  call: CallerContext,
  work: Write,
  session: ClientSessionRow,
): Promise<Problem | undefined> => {
  try {
    await resolvePayable(billing, call, work, { session, keptPlanId: session.members.plan?.id ?? null })
    return undefined
  } catch (error) {
    if (error instanceof Problem && error.code === 'discount_invalid') return codeRefused(error)
    throw error
  }
}

/** The refusal of a discount as that of the member that named it. */
const codeRefused = ({ message, details }: Problem): Problem =>
  new Problem('discount_invalid', message, {
    details: details.map((detail) => ({ ...detail, path: 'body.discount_code' })),
  })

const tooManyCodes = (): Problem =>
  new Problem('too_many_attempts', `The limit of ${wrongCodesMax} wrong codes per address and hour is reached.`, {
    retryAfterSeconds: 3600,
  })

const countWrongCodes = async ({ db }: Write, address: string, wall: string): Promise<number> => {
  const { wrong } = await db
    .selectFrom('declineCounts')
    .select(sql<number>`coalesce(sum(wrong_codes), 0)`.as('wrong'))
    .where('address', '=', address)
    .where('minute', '>=', minuteOf(secondsAfter(wall, -3600)))
    .executeTakeFirstOrThrow()
  return Number(wrong)
}

const addWrongCodes = async (
  { db }: Write,
  { address, minute, count }: { readonly address: string; readonly minute: string; readonly count: number },
): Promise<void> => {
  await db
    .insertInto('declineCounts')
    .values({ address, minute, declines: 0, wrongCodes: count })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'address', 'minute'])
        .doUpdateSet({ wrongCodes: sql<number>`decline_counts.wrong_codes + ${count}` }),
    )
    .execute()
}
