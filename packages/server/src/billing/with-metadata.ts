import type { Metadata } from '@billing-checkout/contract'
import type { SubscriptionRow } from '../store/rows.ts'
import type { SubscriptionChange } from './change-status.ts'

/** What a session says of its subscription, over what was known (decisions 7). */
export const withMetadata = (
  { metadata }: Pick<SubscriptionRow, 'metadata'>,
  given: Metadata | null | undefined,
): Pick<SubscriptionChange, 'metadata'> =>
  given === null || given === undefined ? {} : { metadata: JSON.stringify({ ...metadata, ...given }) }
