import { Problem } from '@billing-checkout/contract'

/** Whether a check throws a `Problem`, with this code if `code` is given. Any other error of the check is thrown again. */
export const isRefused = async (check: () => Promise<void>, code?: Problem['code']): Promise<boolean> => {
  try {
    await check()
    return false
  } catch (error) {
    if (error instanceof Problem && (code === undefined || error.code === code)) return true
    throw error
  }
}
