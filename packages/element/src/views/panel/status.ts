import { mayPay, type Phase } from '../../checkout/state/phase.ts'
import type { MessageKey } from '../../messages/checkout-catalogue.ts'
import type { Texts } from '../../messages/texts.ts'

const words: Readonly<Partial<Record<Phase, MessageKey>>> = {
  loading: 'loading',
  paying: 'button.working',
  confirming: 'action.confirm',
  checking: 'checking.title',
}

/**
 * The text that a screen reader announces if the phase changes and nothing receives the focus. While the shopper may pay, it is `news`,
 * about changed amounts.
 */
export const statusIn = (texts: Texts, phase: Phase, news: string): string => {
  const key = words[phase]
  return mayPay(phase) ? news : key === undefined ? '' : texts.say(key)
}
