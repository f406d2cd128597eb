import type { Billing } from './billing.ts'

/** The URL of an action's page, or of the address under it to which the bank returns or at which the shopper cancels. */
export const actionUrl = (
  { publicUrl }: Pick<Billing, 'publicUrl'>,
  actionId: string,
  step?: 'return' | 'cancel',
): string => `${publicUrl()}/actions/${actionId}${step === undefined ? '' : `/${step}`}`
