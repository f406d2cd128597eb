import { changeInBetween } from './change-in-between.ts'
import { discountsInEitherOrder, discountThenPrice } from './discounts.ts'
import { freeThenPaid } from './free-then-paid.ts'
import { lateOutcome } from './late-outcome.ts'
import type { Law } from './law.ts'
import type { LawName } from './law-names.ts'
import { orderOfRefundAndChange } from './order-of-refund-and-change.ts'
import { unitsOrDearerPlan } from './quantities.ts'
import { recoveryOrRetry } from './recovery-or-retry.ts'
import { customersBesideEachOther, newIdsAndRows, oneMoveOrSeveral } from './same-whatever-moves.ts'
import { scheduledAndTakenBack, scheduledOrByHand } from './scheduled-changes.ts'
import { sourcesOfCredit } from './sources-of-credit.ts'
import { straightToFinalPlan, upAndDown } from './up-and-down.ts'

/** The laws, by name. */
export const laws = {
  'a refund and a plan change in either order': orderOfRefundAndChange,
  'one move of the clock or several': oneMoveOrSeveral,
  'customers beside each other': customersBesideEachOther,
  'new ids and rows in another order': newIdsAndRows,
  'up and down at one instant': upAndDown,
  'straight to the final plan': straightToFinalPlan,
  'a change in between': changeInBetween,
  'a change that is scheduled and taken back': scheduledAndTakenBack,
  'a change at the end of the period or by hand': scheduledOrByHand,
  'a discount and then the price': discountThenPrice,
  'discounts of two customers in either order': discountsInEitherOrder,
  'units of a plan or a dearer plan': unitsOrDearerPlan,
  'a free plan and then a paid one': freeThenPaid,
  'sources of credit': sourcesOfCredit,
  'a recovery or a retry': recoveryOrRetry,
  'a late outcome': lateOutcome,
} as const satisfies Readonly<Record<LawName, Law>>
