import { Problem } from '@billing-checkout/contract'

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
