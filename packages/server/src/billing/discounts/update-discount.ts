import { type Discount, Problem } from '@billing-checkout/contract'
import type { BodyOf, CallerContext } from '../../organization/caller-context.ts'
import { presentDiscount } from '../../presenters/plans/present-discount.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { DiscountRow } from '../../store/rows.ts'
import { write } from '../../store/writes/write.ts'
import { saveIdempotentResponse } from '../../store/requests/save-idempotent-response.ts'
import type { Billing } from '../billing.ts'
import { explainCodeTaken, refuseEndBeforeStart } from './create-discount.ts'

type DiscountBody = BodyOf<'updateDiscount'>

/**
 * Changes the name, code, limits or dates of a discount, or archives it. The change locks the discount's row, so redemptions wait until it
 * commits.
 */
export const updateDiscount = (
  { database }: Pick<Billing, 'database'>,
  call: CallerContext,
  id: string,
  body: DiscountBody,
): Promise<Discount> =>
  write(database, call.organization.id, async (work) => {
    const { db, now } = work
    const stored = await db.selectFrom('discounts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (stored === undefined) throw new Problem('not_found', `There is no discount ${id}.`)
    const changed = changedBy(stored, body, now)
    refuseEndBeforeStart(changed)
    const isSame = Object.entries(changed).every(([name, value]) => stored[name as keyof typeof changed] === value)
    const row = isSame ? stored : { ...stored, ...changed, updatedAt: now }
    const discount = presentDiscount(row)
    if (!isSame) {
      await db
        .updateTable('discounts')
        .set({ ...changed, updatedAt: now })
        .where('id', '=', id)
        .execute()
        .catch((error: unknown) => {
          throw explainCodeTaken(error)
        })
      recordEvent(work, 'discount.updated', discount, changesOf(presentDiscount(stored), discount))
    }
    saveIdempotentResponse(work, call, discount)
    return discount
  })

type ChangeableColumn = 'name' | 'code' | 'maxRedemptions' | 'maxPerCustomer' | 'startsAt' | 'endsAt' | 'archivedAt'

const changedBy = (stored: DiscountRow, body: DiscountBody, now: string): Pick<DiscountRow, ChangeableColumn> => ({
  name: body.name ?? stored.name,
  code: body.code === undefined ? stored.code : body.code,
  maxRedemptions: body.max_redemptions === undefined ? stored.maxRedemptions : body.max_redemptions,
  maxPerCustomer: body.max_per_customer === undefined ? stored.maxPerCustomer : body.max_per_customer,
  startsAt: body.starts_at === undefined ? stored.startsAt : body.starts_at,
  endsAt: body.ends_at === undefined ? stored.endsAt : body.ends_at,
  archivedAt: body.archived === undefined ? stored.archivedAt : body.archived ? (stored.archivedAt ?? now) : null,
})

/** The previous values of the members that changed. */
const changesOf = (before: Discount, after: Discount): Partial<Discount> =>
  Object.fromEntries(Object.entries(before).filter(([name, value]) => after[name as keyof Discount] !== value))
