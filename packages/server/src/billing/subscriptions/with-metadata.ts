import type { Metadata } from '@billing-checkout/contract'
import type { SubscriptionChange, SubscriptionRow } from '../../store/rows.ts'
import { mergeMetadataIfFits } from '../merge-patch.ts'

/** The column of a subscription's metadata merged with the session's; empty if the session has none. */
export const withMetadata = (
  { metadata }: Pick<SubscriptionRow, 'metadata'>,
  patch: Metadata | null | undefined,
): Pick<SubscriptionChange, 'metadata'> =>
  patch === null || patch === undefined ? {} : { metadata: JSON.stringify(mergeMetadataIfFits(metadata, patch)) }
