import { type Operation, Problem } from '@billing-checkout/contract'
import type { FairTurns } from '@billing-checkout/database'
import { type TroubleWatch, watchTroubles } from '@billing-checkout/database/errors'
import express, { type Express, type RequestHandler, type Router } from 'express'
import type { Logger } from 'pino'
import type { Tracing } from '../logging/tracing.ts'
import { accessLog, type ObserveRequest } from './access-log.ts'
import { apiHeaders } from './answers/api-headers.ts'
import { assignRequestId } from './requests/assign-request-id.ts'
import { answerPreflight } from './answers/cross-origin.ts'
import { warnOfUntrustedProxy } from './proxies/warn-of-untrusted-proxy.ts'
import { type HandlerContext, handleOperation, handlePublicOperation } from './operation-handler.ts'
import { requestLocalsOf } from './requests/request-locals.ts'
import { createRunInTurn, type ObserveTurn, requestTurns } from './request-turns.ts'
import { respondWithError } from './answers/respond-with-error.ts'
import type { PublicRoute, Route } from './route.ts'
import { traceRequests } from './trace-requests.ts'

/** The parts from which the HTTP server is built. */
export interface AppDependencies extends HandlerContext {
  readonly routes: readonly Route[]
  readonly publicRoutes: readonly PublicRoute[]
  /** Pages and files, each with its own headers: script, frame, documentation, health. */
  readonly pages: readonly Router[]
  readonly logger: Logger
  /** The database's trouble watch; absent: a new one. */
  readonly troubles?: TroubleWatch
  /** The turns for organizations' requests; absent: those of `requestTurns`. */
  readonly turns?: FairTurns
  /** Serves the card frame's own host: answers or refuses a request by its host, before all operations and pages. */
  readonly frameHost?: RequestHandler
  /** Serves the dashboard's own host: answers or refuses a request by its host, before all operations and pages. */
  readonly dashboardHost?: RequestHandler
  /** Called when a request ends, for metrics. */
  readonly observe: ObserveRequest
  /** Called for every turn that a request takes; absent: turns are not reported. */
  readonly observeTurn?: ObserveTurn | undefined
  /** Makes spans of requests; absent: no spans are made. */
  readonly tracing?: Tracing | undefined
  /** Proxies whose `X-Forwarded-For` header is trusted, as addresses, subnets or names; empty: none. */
  readonly trustedProxies: readonly string[]
}

/** Creates the Express app: request id, access log, the operations, and last the many pages. */
export const createApp = (parts: AppDependencies): Express => {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.set('query parser', readQuery)
  app.set('trust proxy', parts.trustedProxies.length > 0 && [...parts.trustedProxies])

  const isTrusted = app.get('trust proxy fn') as (address: string, hop: number) => boolean
  const noticeProxy = warnOfUntrustedProxy(parts, (address) => isTrusted(address, 0))
  if (parts.tracing) app.use(traceRequests(parts.tracing))
  app.use(assignRequestId, accessLog(parts.logger, parts.observe), noticeProxy)
  if (parts.frameHost) app.use(parts.frameHost)
  if (parts.dashboardHost) app.use(parts.dashboardHost)
  const inTurnOf = createRunInTurn(parts.turns ?? requestTurns(parts.database), parts.observeTurn)
  mountOperations(app, [
    ...parts.routes.map((route) => ({ operation: route.operation, handle: handleOperation(route, parts, inTurnOf) })),
    ...parts.publicRoutes.map((route) => ({
      operation: route.operation,
      handle: handlePublicOperation(route, parts, inTurnOf),
    })),
  ])
  for (const page of parts.pages) app.use(page)
  app.use(apiHeaders, notFound)
  app.use(respondWithError(parts.logger, parts.troubles ?? watchTroubles(parts.logger)))
  return app
}

interface Mounted {
  readonly operation: Operation
  readonly handle: RequestHandler
}

const mountOperations = (app: Express, mounted: readonly Mounted[]): void => {
  const byPath = Map.groupBy(mounted, ({ operation }) => operation.path)
  // `{` sorts after every letter, so `/subscriptions/preview` matches before `/subscriptions/{id}`.
  for (const path of [...byPath.keys()].toSorted()) {
    const ofPath = byPath.get(path) ?? []
    const operations = ofPath.map(({ operation }) => operation)
    const route = app.route(path.replaceAll(/\{(\w+)\}/g, ':$1'))
    route.all(apiHeaders)
    route.options(answerPreflight(operations))
    for (const { operation, handle } of ofPath) route[verbs[operation.method]](handle)
    route.all(refuseMethod(path, operations))
  }
}

const verbs = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' } as const

const refuseMethod = (path: string, operations: readonly Operation[]): RequestHandler => {
  const methods = operations.map((operation) => operation.method).join(', ')
  return (request, response) => {
    requestLocalsOf(response).pattern = path
    response.set('Allow', methods)
    throw new Problem('method_not_allowed', `${path} answers ${methods}, got ${request.method}.`)
  }
}

const notFound: RequestHandler = () => {
  throw new Problem('not_found', 'There is nothing at this path; /docs lists every operation.')
}

/** Parses a query string into members. Repeated names become arrays, and no name has a special meaning, not even `__proto__`. */
const readQuery = (text: string | undefined): Record<string, string | string[]> => {
  const query: Record<string, string | string[]> = Object.create(null) as Record<string, never>
  if (!text) return query
  const members = Object.groupBy(new URLSearchParams(text), ([name]) => name)
  for (const [name, pairs = []] of Object.entries(members)) {
    const values = pairs.map(([, value]) => value)
    const [first, ...more] = values
    query[name] = first !== undefined && more.length === 0 ? first : values
  }
  return query
}
