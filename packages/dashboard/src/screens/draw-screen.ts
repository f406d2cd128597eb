import { html, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { emptyPage } from '../parts/facts.ts'
import type { Place } from '../places/place.ts'
import type { Context } from '../shell/context.ts'
import { settingsTabOf } from './settings/settings-tabs.ts'
import { developerScreens } from './developers/developer-tabs.ts'

/**
 * Draws the screen that the address names. Each object gets its own element, so that the page of one object never shows another object's
 * data. `moves` counts how often this page has moved the sandbox clock; after each move, a new element loads the data again.
 */
export const drawScreen = (context: Context, place: Place, moves: number): TemplateResult => {
  const key = `${context.organization.id} ${place.screen} ${place.id} ${moves}`
  return html`${keyed(key, draw(context, place))}`
}

const draw = (context: Context, place: Place): TemplateResult => {
  const isList = place.id === null
  switch (place.screen) {
    case 'home':
      return html`<home-screen .context=${context} .place=${place}></home-screen>`
    case 'payments':
      if (place.id === 'disputes') return html`<disputes-screen .context=${context} .place=${place}></disputes-screen>`
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
      return drawDeveloper(context, place)
    case 'settings':
      return drawSettings(context, place)
    default:
  }
  return drawNotFound(context)
}

/** Draws a screen for developers. If the address names none, draws the first one that the user's role allows. */
const drawDeveloper = (context: Context, place: Place): TemplateResult => {
  switch (place.id ?? developerScreens(context)[0]) {
    case 'keys':
      return html`<keys-screen .context=${context} .place=${place}></keys-screen>`
    case 'webhooks':
      return html`<webhooks-screen .context=${context} .place=${place}></webhooks-screen>`
    case 'events':
      return html`<events-screen .context=${context} .place=${place}></events-screen>`
    case 'audit':
      return html`<audit-screen .context=${context} .place=${place}></audit-screen>`
    default:
      return drawNotFound(context)
  }
}

const drawSettings = (context: Context, place: Place): TemplateResult => {
  const tab = settingsTabOf(place.id)
  if (tab === 'team') return html`<team-screen .context=${context} .place=${place}></team-screen>`
  if (tab === 'account') return html`<account-screen .context=${context} .place=${place}></account-screen>`
  if (tab === 'connections') return html`<connections-screen .context=${context} .place=${place}></connections-screen>`
  if (tab === undefined) return drawNotFound(context)
  return html`<settings-screen .context=${context} .place=${place}></settings-screen>`
}

const drawNotFound = ({ say }: Context): TemplateResult => emptyPage(say('app.notFound'), say('app.notFoundHint'))
