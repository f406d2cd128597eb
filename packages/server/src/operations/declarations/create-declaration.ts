import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { receiveDeclaration } from '../../billing/declarations/receive-declaration.ts'
import { route } from '../../http/route.ts'

/** Answers POST /declarations. */
export const createDeclarationRoute = (billing: Billing) =>
  route(operations.createDeclaration, ({ body, call }) => receiveDeclaration(billing, call, body))
