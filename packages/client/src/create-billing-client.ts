import { type ClientOptions, readOptions } from './client-options.ts'
import { allRows, type FindPage } from './iterators/all-rows.ts'
import { type BillingEvent, followEvents, type FollowOptions } from './iterators/follow-events.ts'
import { type OperationRoute, operationTable } from './operation-table.ts'
import type { List, Methods } from './interface.ts'
import type { AnswerOf, OperationName, QueryOf } from './operation-types.ts'
import type { RequestOptions } from './request-options.ts'
import { prepareRequest, readArguments } from './request/prepare-request.ts'
import { sendWithRetries } from './request/send-with-retries.ts'

/** The operations that return a list in pages. */
type ListName = {
  [Name in OperationName]: AnswerOf<Name> extends List<unknown> ? Name : never
}[OperationName]

/** Every row of one list, one after another. */
type AllRows<Name extends ListName> = (
  query?: Omit<QueryOf<Name>, 'page'>,
  options?: RequestOptions,
) => AsyncGenerator<AnswerOf<Name>['data'][number], void, undefined>

/** The service, as a backend uses it: a method for every operation, and iterators over lists and events. */
export interface BillingClient extends Methods {
  /**
   * Iterates over all rows of a list: `for await (const payment of client.all.findPayments())`. If rows change meanwhile, some may be
   * skipped or repeated.
   */
  readonly all: { readonly [Name in ListName]: AllRows<Name> }
  /** Iterates over all events in order, from the oldest event or after a given event, and waits for new events. */
  followEvents(options?: FollowOptions): AsyncGenerator<BillingEvent, void, undefined>
}

/** Creates a client without sending anything. Throws a TypeError if an option breaks its rule. */
export const createBillingClient = (options: ClientOptions): BillingClient => {
  const settings = readOptions(options)
  const methods = eachOf(operationTable, (operation: OperationRoute) => async (...given: unknown[]) => {
    const call = readArguments(operation, given)
    return sendWithRetries(settings, prepareRequest(operation, call, settings.apiKey), call.options)
  }) as unknown as Methods
  return {
    ...methods,
    all: {
      findClientSessions: listed(methods.findClientSessions),
      findConsents: listed(methods.findConsents),
      findCustomers: listed(methods.findCustomers),
      findDeclarations: listed(methods.findDeclarations),
      findDiscounts: listed(methods.findDiscounts),
      findDisputes: listed(methods.findDisputes),
      findEmails: listed(methods.findEmails),
      findPaymentLinks: listed(methods.findPaymentLinks),
      findPayments: listed(methods.findPayments),
      findPlans: listed(methods.findPlans),
      findSubscriptions: listed(methods.findSubscriptions),
      findAuditRecords: listed(methods.findAuditRecords),
      findWebhookDeliveries: listed(methods.findWebhookDeliveries),
      findWebhookEndpoints: listed(methods.findWebhookEndpoints),
    },
    followEvents: (follow = {}) => followEvents(methods.findEvents, follow),
  }
}

const eachOf = <Entry, Made>(
  table: Readonly<Record<string, Entry>>,
  make: (entry: Entry) => Made,
): Record<string, Made> => Object.fromEntries(Object.entries(table).map(([name, entry]) => [name, make(entry)]))

const listed =
  <Query extends { readonly snapshot_at?: string | undefined }, Item>(
    find: (query: Query, options?: RequestOptions) => Promise<List<Item>>,
  ) =>
  (query?: Omit<Query, 'page'>, options?: RequestOptions) =>
    // A cast, because `allRows` adds the page number.
    allRows(((page) => find(page as Query, options)) as FindPage<Query, Item>, (query ?? {}) as Query)
