import type { TemplateResult } from 'lit'
import { tabs } from '../../parts/tabs.ts'
import { type Context, screenPath } from '../../shell/context.ts'

/** Links to the lists of payments and disputes. */
export const paymentTabs = (context: Context, shown: 'payments' | 'disputes'): TemplateResult => {
  const { say } = context
  return tabs(say('nav.payments'), [
    { path: screenPath(context, 'payments'), text: say('nav.payments'), isShown: shown === 'payments' },
    { path: screenPath(context, 'payments', 'disputes'), text: say('disputes.title'), isShown: shown === 'disputes' },
  ])
}
