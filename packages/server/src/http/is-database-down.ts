/** Whether an error says that the database does not answer, or not now, rather than that a query is wrong. */
export const isDatabaseDown = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && (networkCodes.has(code) || downStates.test(code))) return true
  return downMessages.test(error.message) || isDatabaseDown(error.cause)
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/**
 * SQL states: connection lost (08), too many connections (53300), shutting down or starting up (57P), statement timed out
 * (57014), and the conflicts that are left when repeating a transaction did not help (40001, 40P01).
 */
const downStates = /^(08...|53300|57P..|57014|40001|40P01|database_unreachable)$/

/** The drivers give no code to these. */
const downMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|PGlite is closed|Cannot use a pool after)/
