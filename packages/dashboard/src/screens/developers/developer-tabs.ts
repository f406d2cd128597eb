import { html, nothing, type TemplateResult } from 'lit'
import { type Context, pathIn } from '../../shell/context.ts'

/** The screens for developers, as links: each has an address of its own. */
export const developerTabs = (context: Context, shown: keyof typeof tabs): TemplateResult =>
  html`<nav class="tabs" aria-label=${context.say('nav.developers')}>
    ${(Object.keys(tabs) as (keyof typeof tabs)[]).map(
      (name) =>
        html`<a href=${pathIn(context, 'developers', tabs[name])} aria-current=${name === shown ? 'page' : nothing}
          >${context.say(`developers.${name}`)}</a
        >`,
    )}
  </nav>`

const tabs = { audit: null, events: 'events', webhooks: 'webhooks' } as const
