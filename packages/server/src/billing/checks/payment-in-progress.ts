import { Problem } from '@billing-checkout/contract'

/** The refusal of a request while `what`, such as "Payment pay_1", is pending. */
export const paymentInProgress = (what: string): Problem =>
  new Problem('payment_in_progress', `${what} is not finished yet.`)

/** Whether a check refuses, with this code if one is named. Any other error of the check is thrown. */
export const isRefused = async (check: () => Promise<void>, code?: Problem['code']): Promise<boolean> => {
  try {
    await check()
    return false
  } catch (error) {
    if (error instanceof Problem && (code === undefined || error.code === code)) return true
    throw error
  }
}
