import type { Checkout } from '@billing-checkout/contract'
import type { CheckoutController } from './checkout/controller.ts'
import { tellDeveloper } from './developer/tell-developer.ts'
import type { EventEmitter } from './event-emitter.ts'

/** What an element shows that has no session: the preview that the page has set, else nothing until its session is named. */
export const openWithoutSession = (
  controller: CheckoutController,
  preview: Checkout | null,
  emitter: EventEmitter,
): void => {
  // The page has named a session meanwhile.
  if (controller.isOver) return
  if (preview !== null) return showPreview(controller, preview, emitter)
  setTimeout(() => controller.isOver || tellDeveloper('no_session'), sessionLateMs)
  setTimeout(() => controller.isOver || controller.fail('no_session'), sessionMissingMs)
}

// A page may name its session late; a developer learns soon that it is missing, a shopper once it is unlikely to arrive.
const sessionLateMs = 5000
const sessionMissingMs = 20_000

/**
 * Shows a checkout that belongs to no session, as one whose every payment is refused. It has no ribbon, because test cards need a card
 * form. The page gets no events, and the controller sends no requests any more.
 */
const showPreview = (controller: CheckoutController, preview: Checkout, emitter: EventEmitter): void => {
  emitter.ready = () => {}
  const refusal = { code: 'preview', subscription: null } as unknown as Checkout['refusal']
  // Which wallets a device has, only its browser knows, and a preview depends on no browser.
  const kinds = preview.method_kinds.filter((kind) => !kind.endsWith('_PAY'))
  controller.take({ ...preview, phase: 'open', payment: null, mode: 'live', method_kinds: kinds, refusal })
  controller.isOver = true
}
