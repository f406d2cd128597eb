import type { Timestamp } from '@billing-checkout/domain'
import type { Mode } from '../../config/mode.ts'
import type { Database } from '../../store/database.ts'

/** The parts that sign-in and the operations on users need. */
export interface UserAccountDependencies {
  readonly database: Database
  readonly mode: Mode
  readonly wallClock: () => Timestamp
  /** The identity provider with which users may also sign in; null or absent if there is none. */
  readonly identityProvider?: { readonly issuer: string; readonly name: string } | null | undefined
}
