import type { Declaration, operations } from '@billing-checkout/contract'
import { foldCase } from '@billing-checkout/domain'
import type { z } from 'zod'
import type { CallerContext } from '../../organization/caller-context.ts'
import { presentDeclaration } from '../../presenters/declarations/load-declarations.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import { newId, type Write, write } from '../../store/write.ts'
import type { Billing } from '../billing.ts'
import { saveIdempotentResponse } from '../save-idempotent-response.ts'
import { cancelByDeclaration } from './cancel-by-declaration.ts'
import type { DeclaredEffect } from './declared-effect.ts'
import { lockNamedSubscriptions, PaymentMadeMeanwhile } from './named-subscriptions.ts'
import { withdrawByDeclaration } from './withdraw-by-declaration.ts'

type DeclarationBody = z.output<NonNullable<typeof operations.createDeclaration.body>>

/** How often a declaration is received again because a payment came between. */
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
  for (let tries = 1; ; tries++) {
    try {
      return await write(billing.database, call.organization.id, (work) => receive(billing, work, call, body))
    } catch (error) {
      if (!(error instanceof PaymentMadeMeanwhile) || tries === triesMax) throw error
    }
  }
}

const receive = async (
  billing: Billing,
  work: Write,
  call: CallerContext,
  body: DeclarationBody,
): Promise<Declaration> => {
  const effects = await actOn(billing, work, call, body)
  const row = {
    id: newId('decl', work),
    kind: body.kind,
    forCause: body.for_cause ?? false,
    email: body.email,
    fullName: body.full_name ?? null,
    contract: body.contract ?? null,
    reason: body.reason ?? null,
    requestedEndAt: body.requested_end_at ?? null,
    receivedAt: call.wall,
    createdAt: work.now,
  }
  work.insert('declarations', { ...row, emailKey: foldCase(body.email) })
  for (const effect of effects)
    work.insert('declarationEffects', {
      ...effect,
      declarationId: row.id,
      refunds: JSON.stringify(effect.refunds),
    })
  const declaration = presentDeclaration(row, effects)
  recordEvent(work, 'declaration.received', declaration)
  saveIdempotentResponse(work, call, declaration)
  return declaration
}

const actOn = async (
  billing: Billing,
  work: Write,
  { organization }: CallerContext,
  body: DeclarationBody,
): Promise<readonly DeclaredEffect[]> => {
  const concerned = await lockNamedSubscriptions(work, body)
  if (body.kind === 'withdraw') return withdrawByDeclaration(billing, work, organization, concerned)
  const effects: DeclaredEffect[] = []
  for (const each of concerned.filter(({ subscription }) => subscription.status !== 'cancelled'))
    effects.push(await cancelByDeclaration(work, each, body.requested_end_at))
  return effects
}
