import type { Phase } from '../checkout/state/phase.ts'
import type { Texts } from '../messages/texts.ts'

/** What a screen reader is told when the phase changes without anything taking the focus. */
export const statusIn = (texts: Texts, phase: Phase): string => {
  if (phase === 'loading') return texts.say('loading')
  if (phase === 'paying') return texts.say('button.working')
  if (phase === 'confirming') return texts.say('action.confirm')
  return phase === 'checking' ? texts.say('checking.title') : ''
}
