import type { Billing } from './billing.ts'

/** The address of an action's page, or of a step that the browser takes there. */
export const actionUrl = (
  { publicUrl }: Pick<Billing, 'publicUrl'>,
  actionId: string,
  step?: 'return' | 'cancel',
): string => `${publicUrl()}/actions/${actionId}${step === undefined ? '' : `/${step}`}`
