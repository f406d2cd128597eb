/**
 * Redacts an answer for the portal's customer: it keeps their own data, without the merchant's notes and the processor's details. It
 * recognizes members by name at any depth, so that it also redacts a resource that is nested in a new place.
 */
export const redactForPortal = (answer: unknown): unknown => {
  if (Array.isArray(answer)) return answer.map(redactForPortal)
  if (typeof answer !== 'object' || answer === null) return answer
  // A blocked customer must not learn which rule blocked them.
  if ('status' in answer && answer.status === 'blocked' && 'status_reason' in answer)
    return { ...answer, status_reason: { ...(answer.status_reason as object), message: null } }
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [
      name,
      Object.hasOwn(merchantsOwn, name) ? emptied(value, merchantsOwn[name]) : redactForPortal(value),
    ]),
  )
}

/** Replacements for members that only the merchant may see. */
const merchantsOwn: Readonly<Record<string, object | null>> = {
  metadata: {},
  external_id: null,
  payment_details: null,
  processor: null,
  // The merchant's reason for a refund or a cancellation.
  reason: null,
  comment: null,
}

const emptied = (value: unknown, empty: object | null | undefined): unknown => (value === undefined ? value : empty)
