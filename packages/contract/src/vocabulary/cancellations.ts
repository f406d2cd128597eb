/** Why a customer cancels, as far as they say. */
export const cancellationReasons = [
  'too_expensive',
  'unused',
  'missing_features',
  'low_quality',
  'too_complex',
  'switched_service',
  'customer_service',
  'other',
] as const
/** One such reason. */
export type CancellationReason = (typeof cancellationReasons)[number]

/** What cancels subscriptions. */
export const cancellationSources = ['merchant', 'portal', 'declaration', 'unpaid', 'dispute', 'erasure'] as const
/** One of them. */
export type CancellationSource = (typeof cancellationSources)[number]
