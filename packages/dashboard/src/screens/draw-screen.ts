import { html, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { empty } from '../parts/facts.ts'
import type { Place } from '../places/place.ts'
import type { Context } from '../shell/context.ts'

/** The screen that the address names. Each object has an element of its own, so nothing of one stays on the page of another. */
export const drawScreen = (context: Context, place: Place): TemplateResult => {
  const key = `${context.organization.id} ${place.screen} ${place.id}`
  return html`${keyed(key, draw(context, place))}`
}

const draw = (context: Context, place: Place): TemplateResult => {
  const isList = place.id === null
  switch (place.screen) {
    case 'payments':
      return isList
        ? html`<payments-screen .context=${context} .place=${place}></payments-screen>`
        : html`<payment-screen .context=${context} .place=${place}></payment-screen>`
    case 'customers':
      return isList
        ? html`<customers-screen .context=${context} .place=${place}></customers-screen>`
        : html`<customer-screen .context=${context} .place=${place}></customer-screen>`
    case 'subscriptions':
      return isList
        ? html`<subscriptions-screen .context=${context} .place=${place}></subscriptions-screen>`
        : html`<subscription-screen .context=${context} .place=${place}></subscription-screen>`
    case 'plans':
      return isList
        ? html`<plans-screen .context=${context} .place=${place}></plans-screen>`
        : html`<plan-screen .context=${context} .place=${place}></plan-screen>`
    case 'discounts':
      return isList
        ? html`<discounts-screen .context=${context} .place=${place}></discounts-screen>`
        : html`<discount-screen .context=${context} .place=${place}></discount-screen>`
    case 'developers':
      if (isList) return html`<audit-screen .context=${context} .place=${place}></audit-screen>`
      if (place.id === 'events') return html`<events-screen .context=${context} .place=${place}></events-screen>`
      if (place.id === 'webhooks') return html`<webhooks-screen .context=${context} .place=${place}></webhooks-screen>`
      break
    default:
  }
  return empty(context.say('app.notFound'), context.say('app.notFoundHint'))
}
