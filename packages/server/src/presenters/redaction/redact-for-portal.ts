/**
 * An answer as the portal's customer may see it: their own data, without what the merchant or the processor wrote for the books. Members
 * are recognised by their names wherever they are, so a resource that is nested in a new place is redacted there, too.
 */
export const redactForPortal = (answer: unknown): unknown => {
  if (Array.isArray(answer)) return answer.map(redactForPortal)
  if (typeof answer !== 'object' || answer === null) return answer
  // A customer who is blocked by a rule does not learn which one.
  if ('status' in answer && answer.status === 'blocked' && 'status_reason' in answer)
    return { ...answer, status_reason: { ...(answer.status_reason as object), message: null } }
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [
      name,
      Object.hasOwn(merchantsOwn, name) ? emptied(value, merchantsOwn[name]) : redactForPortal(value),
    ]),
  )
}

/** What stands for what only the merchant sees. */
const merchantsOwn: Readonly<Record<string, object | null>> = {
  metadata: {},
  external_id: null,
  payment_details: null,
  processor: null,
  // Of a refund or a cancellation, the merchant's.
  reason: null,
  comment: null,
}

const emptied = (value: unknown, empty: object | null | undefined): unknown => (value === undefined ? value : empty)
