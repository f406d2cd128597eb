import type en from './checkout/en.json'
import type codes from './codes/en.json'
import type later from './later/en.json'
import type portal from './portal/en.json'
import type { CompiledMessage } from './compiled-message.ts'

/** The key of a message of the checkout or the portal. */
export type MessageKey = keyof typeof en | keyof typeof later | keyof typeof codes | keyof typeof portal

/** All messages of checkout and portal in one locale. A test requires the English keys in every locale. */
export type Catalogue = Readonly<Record<MessageKey, CompiledMessage>>

/** The messages of the first paint. */
export type FirstCatalogue = Readonly<Record<keyof typeof en, CompiledMessage>>

/** The messages that are not needed before the shopper's click. */
export type LaterCatalogue = Readonly<Record<keyof typeof later, CompiledMessage>>

/** The messages of the code field. */
export type CodesCatalogue = Readonly<Record<keyof typeof codes, CompiledMessage>>

/** The messages of the customer portal. */
export type PortalCatalogue = Readonly<Record<keyof typeof portal, CompiledMessage>>

/** The messages that are used until a catalogue has loaded, or if none loads. */
export const fallbackMessages: Partial<Catalogue> = {
  'unavailable.title': 'The checkout could not be loaded',
  'unavailable.body': 'Please check your connection and try again. You have not been charged.',
  'unavailable.action': 'Try again',
}
