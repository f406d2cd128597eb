import type en from './checkout/en.json'
import type codes from './codes/en.json'
import type later from './later/en.json'
import type portal from './portal/en.json'
import type { CompiledMessage } from './compiled-message.ts'

/** The name of one message of the checkout or of the portal. */
export type MessageKey = keyof typeof en | keyof typeof later | keyof typeof codes | keyof typeof portal

/** All messages of both in one locale. A test holds every locale to the English keys. */
export type Catalogue = Readonly<Record<MessageKey, CompiledMessage>>

/** Those of the first paint. */
export type FirstCatalogue = Readonly<Record<keyof typeof en, CompiledMessage>>

/** Those that are said only once something has happened. */
export type LaterCatalogue = Readonly<Record<keyof typeof later, CompiledMessage>>

/** Those of the field for a code. */
export type CodesCatalogue = Readonly<Record<keyof typeof codes, CompiledMessage>>

/** Those of the customer portal. */
export type PortalCatalogue = Readonly<Record<keyof typeof portal, CompiledMessage>>

/** What can be said before any catalogue has loaded, or when none can be. */
export const lastResort: Partial<Catalogue> = {
  'unavailable.title': 'The checkout could not be loaded',
  'unavailable.body': 'Please check your connection and try again. You have not been charged.',
  'unavailable.action': 'Try again',
}
