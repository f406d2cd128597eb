import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { HandlerContext } from '../operation-handler.ts'
import { describeProxy, untrustedProxy } from './proxy-warnings.ts'

const notedEveryMillis = 3_600_000

/**
 * Warns if requests come through a proxy that is not trusted to state the shopper's address: once in the log, and every hour in the
 * database, where `doctor` finds it.
 */
export const warnOfUntrustedProxy = (
  { database, logger, wallClock }: Pick<HandlerContext, 'database' | 'wallClock'> & { readonly logger: Logger },
  isTrusted: (address: string) => boolean,
): RequestHandler => {
  let notedAt = -Infinity
  let isLogged = false
  return ({ headers, socket: { remoteAddress } }, _response, next) => {
    next()
    const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
    const now = performance.now()
    if (!isForwarded || remoteAddress === undefined || now - notedAt < notedEveryMillis) return
    if (isTrusted(remoteAddress)) return
    notedAt = now
    const detail = describeProxy(remoteAddress)
    if (!isLogged) {
      isLogged = true
      logger.warn(
        { proxy: detail },
        'a request was forwarded by a proxy that TRUST_PROXY does not name: all shoppers behind it count as one network address',
      )
    }
    database
      .insertInto('operatorWarnings')
      .values({ name: untrustedProxy, detail, seenAt: wallClock() })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ detail, seenAt: wallClock() }))
      .execute()
      // A later request tries again to store the warning.
      .catch(() => (notedAt = -Infinity))
  }
}
