import type { Declaration } from '@billing-checkout/contract'
import type { CallerContext } from '../../organization/caller-context.ts'
import { presentDeclaration } from '../../presenters/declarations/load-declarations.ts'
import { write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { saveIdempotentResponse } from '../../store/requests/save-idempotent-response.ts'
import { actOnDeclaration } from './act-on-declaration.ts'
import { type DeclarationBody, declarationRow } from './declaration-row.ts'
import { PaymentMadeMeanwhile } from './named-contracts.ts'

/**
 * How often the server tries to apply a declaration at once, if a payment is made during each try. After that, it only stores the
 * declaration, and the worklist applies it later.
 */
const triesMax = 5

/**
 * Stores a consumer's cancellation or withdrawal, and applies it to the subscriptions that it names. A declaration is never refused; it is
 * stored even if it names no subscription.
 */
export const receiveDeclaration = async (
  billing: Billing,
  call: CallerContext,
  body: DeclarationBody,
): Promise<Declaration> => {
  for (let tries = 1; tries <= triesMax; tries++) {
    try {
      return await write(billing.database, call.organization.id, async (work) => {
        const row = declarationRow(work, body, call.wall)
        work.insert('declarations', row)
        const declaration = await actOnDeclaration(billing, work, call.organization, row)
        saveIdempotentResponse(work, call, declaration)
        return declaration
      })
    } catch (error) {
      if (!(error instanceof PaymentMadeMeanwhile)) throw error
    }
  }
  return write(billing.database, call.organization.id, async (work) => {
    const row = declarationRow(work, body, call.wall)
    const declaration = presentDeclaration(row, [])
    work.insert('declarations', { ...row, dueAt: work.now })
    saveIdempotentResponse(work, call, declaration)
    return declaration
  })
}
