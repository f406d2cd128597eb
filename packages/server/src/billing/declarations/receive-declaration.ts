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
 * How often a declaration is received again because a payment was made meanwhile. After that it is stored, and the worklist applies it.
 */
const triesMax = 5

/**
 * Stores a consumer's cancellation or withdrawal, and applies it to the subscriptions that it names. It is stored even if it names none,
 * and never refused.
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
