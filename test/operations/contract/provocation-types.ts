import type { ProblemCode } from '@billing-checkout/contract'
import type { Answer } from '../../support/services/running-service.ts'
import type { ShopWithTrouble } from './shop-with-trouble.ts'

/** A request that is refused with a particular code. */
export type Provoke = (shop: ShopWithTrouble) => Promise<Answer>

/** The error codes that an operation lists as its own, each with a request that gets it. */
export type Provocations = { readonly [Code in ProblemCode]?: Provoke }
