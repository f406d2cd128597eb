/** The id of the consent to a payment. */
export const consentIdOfPayment = (paymentId: string): string => paymentId.replace(/^pay_/, prefix)

/** The id of the consent to a change without a payment, made from the id of its session. */
export const consentIdOfSession = (sessionId: string): string => `${prefix}${sessionId}`

/**
 * The ids to which a consent's id may refer: that of a payment, or of the session of a change without a payment; undefined if the given id
 * is not a consent's.
 */
export const idsNamedByConsent = (
  id: string,
): { readonly paymentId: string; readonly sessionId: string } | undefined => {
  if (!id.startsWith(prefix)) return undefined
  const sessionId = id.slice(prefix.length)
  return { paymentId: `pay_${sessionId}`, sessionId }
}

const prefix = 'consent_'
