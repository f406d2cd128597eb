import { isUniqueViolation } from '@billing-checkout/database/errors'
import { invalidValue } from '../../reading/refuse-issues.ts'
import type { DiscountRow } from '../../store/rows.ts'

/** Turns the database's unique violation on a discount's code into an error that tells the merchant that another discount has this code. */
export const explainCodeTaken = (error: unknown): unknown =>
  isUniqueViolation(error, 'discounts_by_code')
    ? invalidValue('body.code', 'Another discount has this code, compared without case. Its code must be another.')
    : error

/** Throws if a discount would end before it starts. */
export const refuseEndBeforeStart = ({ startsAt, endsAt }: Pick<DiscountRow, 'startsAt' | 'endsAt'>): void => {
  if (startsAt === null || endsAt === null || startsAt < endsAt) return
  throw invalidValue('body.ends_at', `ends_at must be after starts_at ${startsAt}, got ${endsAt}.`)
}
