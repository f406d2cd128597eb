/** The reasons that a customer can give for a cancellation. */
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
/** The reason that a customer gave for a cancellation. */
export type CancellationReason = (typeof cancellationReasons)[number]

/** The possible causes of a cancellation. */
export const cancellationSources = ['merchant', 'portal', 'declaration', 'unpaid', 'dispute', 'erasure'] as const
