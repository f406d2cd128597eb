import type { Metadata } from '@billing-checkout/contract'
import type { SubscriptionChange, SubscriptionRow } from '../../store/rows.ts'
import { fittingMetadata } from '../fitting-metadata.ts'

/** A subscription's metadata with what its session says merged over it; nothing if the session says nothing. */
export const withMetadata = (
  { metadata }: Pick<SubscriptionRow, 'metadata'>,
  patch: Metadata | null | undefined,
): Pick<SubscriptionChange, 'metadata'> =>
  patch === null || patch === undefined ? {} : { metadata: JSON.stringify(fittingMetadata(metadata, patch)) }
