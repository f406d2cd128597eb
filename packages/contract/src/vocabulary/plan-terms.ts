/** Plan types. */
export const planTypes = ['recurring', 'one-off'] as const
/** One plan type. */
export type PlanType = (typeof planTypes)[number]

/** Units of a billing or trial interval. */
export const intervalUnits = ['days', 'months', 'years'] as const
/** One interval unit. */
export type IntervalUnit = (typeof intervalUnits)[number]

/** The ways in which a plan change is billed. */
export const prorationBillingModes = [
  'prorated_immediately',
  'full_immediately',
  'do_not_bill',
  'full_next_billing_period',
  'prorated_next_billing_period',
  'at_period_end',
] as const
/** One way to bill a plan change. */
export type ProrationBillingMode = (typeof prorationBillingModes)[number]

/** Whether tax is added to the price or is inside it. */
export const taxBehaviors = ['exclusive', 'inclusive'] as const
/** One tax behavior. */
export type TaxBehavior = (typeof taxBehaviors)[number]

/** The kind of a tax; the tax's name depends on it. `qst` is Québec's own tax together with the federal GST; `other` is any other tax. */
export const taxKinds = ['vat', 'gst', 'hst', 'qst', 'sales_tax', 'consumption_tax', 'other'] as const
/** The kind of a tax. */
export type TaxKind = (typeof taxKinds)[number]

/** The statuses of a payment's tax. */
export const taxStatuses = ['calculated', 'committed', 'reversed', 'failed', 'not_collected'] as const

/** Where a currency symbol is written: before (`left`) or after (`right`) the number. */
export const currencyPositions = ['left', 'right'] as const
