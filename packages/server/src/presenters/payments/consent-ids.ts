/** The id of the consent to a payment. */
export const consentIdOfPayment = (paymentId: string): string => paymentId.replace(/^pay_/, prefix)

/** The id of the consent to a change without a payment, made from the id of its session. */
export const consentIdOfSession = (sessionId: string): string => `${prefix}${sessionId}`

/** The payment, or the session of a change without one, that a consent's id refers to; undefined if it is not a consent's id. */
export const namedByConsent = (id: string): { readonly paymentId: string; readonly sessionId: string } | undefined => {
  if (!id.startsWith(prefix)) return undefined
  const sessionId = id.slice(prefix.length)
  return { paymentId: `pay_${sessionId}`, sessionId }
}

const prefix = 'consent_'
