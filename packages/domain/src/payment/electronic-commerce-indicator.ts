/** The result of a 3DS authentication, in terms that are the same for every card scheme. */
export type AuthenticationResult = 'authenticated' | 'attempted' | 'not_authenticated'

/** An electronic commerce indicator (ECI) with its meaning, because Visa and Mastercard use different digits for the same result. */
export interface ElectronicCommerceIndicator {
  readonly value: string
  readonly result: AuthenticationResult
  /** Whether the issuer, and not the merchant, bears the loss when the cardholder disputes the payment as fraud. */
  readonly liability_shift: boolean
}

/** The indicator that a card scheme assigns to an authentication's result. */
export const electronicCommerceIndicator = (
  brand: string,
  result: AuthenticationResult,
): ElectronicCommerceIndicator => ({
  value: (mastercardSchemes.has(brand) ? mastercardValues : commonValues)[result],
  result,
  liability_shift: result !== 'not_authenticated',
})

const mastercardSchemes: ReadonlySet<string> = new Set(['mastercard', 'maestro'])
const mastercardValues = { authenticated: '02', attempted: '01', not_authenticated: '00' } as const
const commonValues = { authenticated: '05', attempted: '06', not_authenticated: '07' } as const
