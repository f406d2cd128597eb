import type { Checkout } from '@billing-checkout/contract'
import type { CheckoutController } from './checkout/controller.ts'
import { tellDeveloper } from './developer/tell-developer.ts'
import type { EventEmitter } from './event-emitter.ts'

/**
 * Shows an element without a session: the preview that the page has set, else a skeleton and later a message, until the page sets a
 * session.
 */
export const openWithoutSession = (
  controller: CheckoutController,
  preview: Checkout | null,
  emitter: EventEmitter,
): void => {
  // Stop if the page has set a session in the meantime.
  if (controller.isOver) return
  if (preview !== null) return showPreview(controller, preview, emitter)
  setTimeout(() => controller.isOver || tellDeveloper('no_session'), sessionLateMs)
  setTimeout(() => controller.isOver || controller.fail('no_session'), sessionMissingMs)
}

// A page may set its session late. The developer gets a warning after 5 seconds; the shopper gets a message after 20 seconds, when a
// session is unlikely to follow.
const sessionLateMs = 5000
const sessionMissingMs = 20_000

/**
 * Shows a preview as a checkout that refuses every payment. It has no ribbon, because test cards need a card form. The page gets no events,
 * and the controller stops sending requests.
 */
const showPreview = (controller: CheckoutController, preview: Checkout, emitter: EventEmitter): void => {
  emitter.ready = () => {}
  const refusal = { code: 'preview', subscription: null } as unknown as Checkout['refusal']
  // Leaves device wallets out, because their availability depends on the browser, and a preview must look the same everywhere.
  const kinds = preview.method_kinds.filter((kind) => !kind.endsWith('_PAY'))
  controller.applyCheckout({ ...preview, phase: 'open', payment: null, mode: 'live', method_kinds: kinds, refusal })
  controller.isOver = true
}
