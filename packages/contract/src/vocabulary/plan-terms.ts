/** Plan types (interface 2.5). */
export const planTypes = ['recurring', 'one-off'] as const
/** One plan type (interface 2.5). */
export type PlanType = (typeof planTypes)[number]

/** Units of a billing or trial interval (interface 2.5). */
export const intervalUnits = ['days', 'months', 'years'] as const
/** One interval unit (interface 2.5). */
export type IntervalUnit = (typeof intervalUnits)[number]

/** How a plan change is billed (decisions 7, Proration). */
export const prorationBillingModes = [
  'prorated_immediately',
  'full_immediately',
  'do_not_bill',
  'full_next_billing_period',
  'prorated_next_billing_period',
] as const
/** One way to bill a plan change (decisions 7, Proration). */
export type ProrationBillingMode = (typeof prorationBillingModes)[number]

/** Whether tax stands on top of the price or inside it (decisions 8). */
export const taxBehaviors = ['exclusive', 'inclusive'] as const
/** One tax behavior (decisions 8). */
export type TaxBehavior = (typeof taxBehaviors)[number]

/**
 * What a tax is called where it is collected. `qst` is what Québec takes, its own tax and the federal GST; `other` is a tax
 * of another name, or one of a quote from before names were kept.
 */
export const taxKinds = ['vat', 'gst', 'hst', 'qst', 'sales_tax', 'consumption_tax', 'other'] as const
/** One name of a tax. */
export type TaxKind = (typeof taxKinds)[number]

/** States of a payment's tax (decisions 8). */
export const taxStatuses = ['calculated', 'committed', 'reversed', 'failed', 'not_collected'] as const
/** One tax status (decisions 8). */
export type TaxStatus = (typeof taxStatuses)[number]

/** Where a currency symbol stands: before or after the number (decisions 7). */
export const currencyPositions = ['left', 'right'] as const
/** One currency position (decisions 7). */
export type CurrencyPosition = (typeof currencyPositions)[number]
