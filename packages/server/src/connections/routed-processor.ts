import type { CountryCode, CurrencyCode, PaymentMethodType } from '@billing-checkout/contract'
import type { Organization } from '../organization/organization.ts'
import type { OrganizationSettings } from '../organization/settings.ts'
import type { Processor } from '../processors/processor.ts'
import type { Processors } from '../processors/processors.ts'

/** A payment with a new method that needs a route. */
export interface RoutedPayment {
  readonly kind: PaymentMethodType
  /** Null before anything is quoted; then every route for the kind of method matches. */
  readonly sale: RoutingCriteria | null
}

/** The facts of a sale on which a route depends, in addition to the kind of method. */
export interface RoutingCriteria {
  readonly currency: CurrencyCode
  /** Null if unknown; then routes that are limited to certain countries do not match. */
  readonly country: CountryCode | null
}

/**
 * Returns the processor that charges a new method: that of the first matching route with an enabled connection. If all matching connections
 * are paused or disabled, returns the processor of the first route, which refuses payments until its connection is enabled again. Undefined
 * if no route matches.
 */
export const routedProcessorFor = (
  processors: Processors,
  organization: Organization,
  payment: RoutedPayment,
): Processor | undefined => routedProcessorsFor(processors, organization, payment)[0]

/**
 * Returns the processors of the matching routes, in order: those whose connections are enabled, or all of them if no connection is enabled.
 */
export const routedProcessorsFor = (
  processors: Processors,
  organization: Organization,
  payment: RoutedPayment,
): readonly Processor[] => {
  const fitting = routesOf(processors, organization, payment)
  const open = fitting.filter(({ id }) => !processors.stoppedConnections.has(id))
  return open.length === 0 ? fitting : open
}

/**
 * Returns the next processor for a sealed card that the processor with the id `after` certainly did not charge: that of the first other
 * matching route that takes sealed cards over an enabled connection.
 */
export const nextProcessorForSealedCard = (
  processors: Processors,
  organization: Organization,
  sale: RoutingCriteria,
  after: string,
): Processor | undefined =>
  routedProcessorsFor(processors, organization, { kind: 'CARD', sale }).find(
    ({ id, cardEntry }) => id !== after && cardEntry === undefined && !processors.stoppedConnections.has(id),
  )

const routesOf = (
  processors: Processors,
  organization: Organization,
  { kind, sale }: RoutedPayment,
): readonly Processor[] =>
  processorsOfRoutes(
    processors,
    organization,
    (route) => (route.kinds?.includes(kind) ?? true) && (sale === null || isForSale(route, sale)),
  ).filter(
    (processor) => processor.methodKinds.includes(kind) && (sale === null || chargesIn(processor, kind, sale.currency)),
  )

/** Returns every processor to which some route sends sales in a currency, for any method and country. */
export const processorsForCurrency = (
  processors: Processors,
  organization: Organization,
  currency: CurrencyCode,
): readonly Processor[] =>
  processorsOfRoutes(processors, organization, ({ currencies }) => currencies?.includes(currency) ?? true).filter(
    (processor) => processor.methodKinds.some((kind) => chargesIn(processor, kind, currency)),
  )

/** Returns the processors of the matching routes, in order; the server's own if the organization has no routes. */
const processorsOfRoutes = (
  processors: Processors,
  { settings: { routing = [] } }: Organization,
  fits: (route: Route) => boolean,
): readonly Processor[] =>
  routing.length === 0
    ? [processors.defaultProcessor]
    : routing.filter(fits).flatMap(({ connection }) => processors.find(connection) ?? [])

const chargesIn = ({ currenciesOfKinds }: Processor, kind: PaymentMethodType, currency: CurrencyCode): boolean =>
  currenciesOfKinds?.[kind]?.includes(currency) ?? true

/** Whether a kind is a device wallet whose button the processor shows in a frame. */
export const isWalletButtonFramed = ({ cardEntry }: Pick<Processor, 'cardEntry'>, kind: PaymentMethodType): boolean =>
  (cardEntry?.wallets as readonly PaymentMethodType[] | undefined)?.includes(kind) ?? false

type Route = NonNullable<OrganizationSettings['routing']>[number]

const isForSale = ({ currencies, countries }: Route, { currency, country }: RoutingCriteria): boolean =>
  (currencies?.includes(currency) ?? true) &&
  (countries === undefined || (country !== null && countries.includes(country)))

/** The longest time in seconds that any route of an organization may take to charge a card. */
export const longestCardTimeout = (processors: Processors, organization: Organization): number => {
  const routes = routesOf(processors, organization, { kind: 'CARD', sale: null })
  const asked = routes.length === 0 ? [processors.defaultProcessor] : routes
  return Math.max(...asked.map(({ timeoutSeconds }) => timeoutSeconds))
}
