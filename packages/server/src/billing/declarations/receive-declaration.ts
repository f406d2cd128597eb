import type { Declaration, operations } from '@billing-checkout/contract'
import { foldText } from '@billing-checkout/domain'
import type { z } from 'zod'
import type { CallerContext } from '../../organization/caller-context.ts'
import { presentDeclaration } from '../../presenters/declarations/load-declarations.ts'
import { newId, type Write, write } from '../../store/write.ts'
import type { Billing } from '../billing.ts'
import { saveIdempotentResponse } from '../save-idempotent-response.ts'
import { actOnDeclaration, type TypedDeclaration } from './act-on-declaration.ts'
import { PaymentMadeMeanwhile } from './named-subscriptions.ts'

type DeclarationBody = z.output<NonNullable<typeof operations.createDeclaration.body>>

/** How often a declaration is received again because a payment came between. After that it is stored, and the worklist acts on it. */
const triesMax = 5

/**
 * Keeps a consumer's cancellation or withdrawal, and does what it says to the subscriptions that it names. It is kept whether or not it
 * names any, and never refused.
 */
export const receiveDeclaration = async (
  billing: Billing,
  call: CallerContext,
  body: DeclarationBody,
): Promise<Declaration> => {
  for (let tries = 1; tries <= triesMax; tries++) {
    try {
      return await write(billing.database, call.organization.id, async (work) => {
        const row = rowOf(work, call, body)
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
    const row = rowOf(work, call, body)
    const declaration = presentDeclaration(row, [])
    work.insert('declarations', { ...row, dueAt: work.now })
    saveIdempotentResponse(work, call, declaration)
    return declaration
  })
}

const rowOf = (work: Write, { wall }: Pick<CallerContext, 'wall'>, body: DeclarationBody): TypedDeclaration => ({
  id: newId('decl', work),
  kind: body.kind,
  forCause: body.for_cause ?? false,
  email: body.email,
  emailKey: foldText(body.email),
  fullName: body.full_name ?? null,
  contract: body.contract ?? null,
  reason: body.reason ?? null,
  requestedEndAt: body.requested_end_at ?? null,
  dueAt: null,
  receivedAt: wall,
  createdAt: work.now,
})
