import type { RequestHandler } from 'express'
import type { Tracing } from '../logging/tracing.ts'
import { requestLocalsOf } from './requests/request-locals.ts'

/**
 * Makes a span of every request, as a child of the sender's span if the request names one. OpenTelemetry's conventions record the path and
 * the query. This span has only the route's pattern, because a path or a query may contain a session's id or token.
 */
export const traceRequests =
  (tracing: Tracing): RequestHandler =>
  (request, response, next) => {
    const { method, headers } = request
    const span = tracing.begin({
      name: method,
      kind: 'server',
      attributes: {
        'http.request.method': method,
        'url.scheme': request.protocol,
        'network.protocol.version': request.httpVersion,
      },
      parent: { headers },
    })
    response.once('close', () => {
      const { requestId, pattern, operation, organizationId } = requestLocalsOf(response)
      const status = response.writableFinished ? response.statusCode : undefined
      span.end({
        ...(pattern !== undefined && { name: `${method} ${pattern}` }),
        attributes: {
          'http.route': pattern,
          'http.response.status_code': status,
          'billing_checkout.request.id': requestId,
          'billing_checkout.operation': operation,
          'billing_checkout.organization.id': organizationId,
        },
        failure: status === undefined ? 'abandoned' : status >= 500 ? String(status) : undefined,
      })
    })
    span.within(next)
  }
