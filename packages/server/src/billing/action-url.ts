import type { Billing } from './billing.ts'

/**
 * The URL of the page for a shopper's action; with a `step`, the URL to which the bank returns the shopper, or at which the shopper
 * cancels.
 */
export const actionUrl = (
  { publicUrl }: Pick<Billing, 'publicUrl'>,
  actionId: string,
  step?: 'return' | 'cancel',
): string => `${publicUrl()}/actions/${actionId}${step === undefined ? '' : `/${step}`}`
