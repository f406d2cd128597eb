import type { operations } from '@billing-checkout/contract'
import { foldText, type Timestamp } from '@billing-checkout/domain'
import type { z } from 'zod'
import type { DeclarationRow } from '../../store/rows.ts'
import { newId } from '../../store/writes/new-id.ts'
import type { Write } from '../../store/writes/write.ts'

/** The declaration of a consumer, with the name or id by which they identify the contract. */
export type DeclarationBody = z.output<NonNullable<typeof operations.createDeclaration.body>>

/** A declaration that still has its text, because no erasure has removed it. */
export type ReadableDeclaration = Omit<DeclarationRow, 'organizationId' | 'email'> & { readonly email: string }

/** The row of a declaration that one transaction both stores and applies. */
export const declarationRow = (work: Write, body: DeclarationBody, receivedAt: Timestamp): ReadableDeclaration => ({
  id: newId('decl', work),
  kind: body.kind,
  forCause: body.for_cause ?? false,
  email: body.email,
  emailKey: foldText(body.email),
  fullName: body.full_name ?? null,
  contract: body.contract ?? null,
  reason: body.reason ?? null,
  requestedEndAt: body.requested_end_at ?? null,
  formKey: null,
  networkKey: null,
  isAcknowledged: false,
  dueAt: null,
  receivedAt,
  createdAt: work.now,
})
