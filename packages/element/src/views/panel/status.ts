import { mayPay, type Phase } from '../../checkout/state/phase.ts'
import type { Texts } from '../../messages/texts.ts'

/** What a screen reader announces when the phase changes without anything taking the focus, and `news` about the amounts while the shopper may pay. */
export const statusIn = (texts: Texts, phase: Phase, news: string): string => {
  if (mayPay(phase)) return news
  if (phase === 'loading') return texts.say('loading')
  if (phase === 'paying') return texts.say('button.working')
  if (phase === 'confirming') return texts.say('action.confirm')
  return phase === 'checking' ? texts.say('checking.title') : ''
}
