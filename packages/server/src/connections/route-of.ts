import type { CountryCode, CurrencyCode, PaymentMethodType } from '@billing-checkout/contract'
import type { Organization } from '../organization/organization.ts'
import type { OrganizationSettings } from '../organization/settings.ts'
import type { Processor } from '../processors/processor.ts'
import type { Processors } from '../processors/processors.ts'

/** A payment by a new method that is to be routed. */
export interface RoutedPayment {
  readonly kind: PaymentMethodType
  /** Null if nothing is quoted yet: then any route for the kind fits. */
  readonly sale: Sale | null
}

/** What routes depend on in addition to the kind of method. */
export interface Sale {
  readonly currency: CurrencyCode
  /** Null if it is unknown: then no route for certain countries fits. */
  readonly country: CountryCode | null
}

/**
 * The processor that charges a new method: that of the organization's first route which fits, and whose connection is enabled where one
 * is. Where all of those are held up, the first of them, which refuses the payment until it works again. Undefined if no route fits.
 */
export const routeOf = (
  processors: Processors,
  organization: Organization,
  payment: RoutedPayment,
): Processor | undefined => openRoutesOf(processors, organization, payment)[0]

/** The processors of the routes that fit, in order: those of enabled connections, or all if no connection is enabled. */
export const openRoutesOf = (
  processors: Processors,
  organization: Organization,
  payment: RoutedPayment,
): readonly Processor[] => {
  const fitting = routesOf(processors, organization, payment)
  const open = fitting.filter(({ id }) => !processors.heldConnections.has(id))
  return open.length === 0 ? fitting : open
}

/**
 * The processor that charges a sealed card once the one of a connection certainly has not: that of the next route which fits, takes sealed
 * cards and is not held up.
 */
export const nextSealedRouteOf = (
  processors: Processors,
  organization: Organization,
  sale: Sale,
  after: string,
): Processor | undefined =>
  openRoutesOf(processors, organization, { kind: 'CARD', sale }).find(
    ({ id, cardEntry }) => id !== after && cardEntry === undefined && !processors.heldConnections.has(id),
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

/** Every processor that some route of an organization sends a sale in a currency to, whatever it is paid by and where. */
export const processorsForCurrency = (
  processors: Processors,
  organization: Organization,
  currency: CurrencyCode,
): readonly Processor[] =>
  processorsOfRoutes(processors, organization, ({ currencies }) => currencies?.includes(currency) ?? true).filter(
    (processor) => processor.methodKinds.some((kind) => chargesIn(processor, kind, currency)),
  )

/** The processors of the routes that fit, in their order; the server's own if the organization has no routes. */
const processorsOfRoutes = (
  processors: Processors,
  { settings: { routing = [] } }: Organization,
  fits: (route: Route) => boolean,
): readonly Processor[] =>
  routing.length === 0
    ? [processors.forNewMethods]
    : routing.filter(fits).flatMap(({ connection }) => processors.find(connection) ?? [])

const chargesIn = ({ currenciesOfKinds }: Processor, kind: PaymentMethodType, currency: CurrencyCode): boolean =>
  currenciesOfKinds?.[kind]?.includes(currency) ?? true

/** Whether a kind is a wallet of a device that a processor shows its own button of, in a frame. */
export const isFramed = ({ cardEntry }: Pick<Processor, 'cardEntry'>, kind: PaymentMethodType): boolean =>
  (cardEntry?.wallets as readonly PaymentMethodType[] | undefined)?.includes(kind) ?? false

type Route = NonNullable<OrganizationSettings['routing']>[number]

const isForSale = ({ currencies, countries }: Route, { currency, country }: Sale): boolean =>
  (currencies?.includes(currency) ?? true) &&
  (countries === undefined || (country !== null && countries.includes(country)))

/** Seconds that charging a card may take over any route of an organization. */
export const timeoutOfCards = (processors: Processors, organization: Organization): number => {
  const routes = routesOf(processors, organization, { kind: 'CARD', sale: null })
  const asked = routes.length === 0 ? [processors.forNewMethods] : routes
  return Math.max(...asked.map(({ timeoutSeconds }) => timeoutSeconds))
}
