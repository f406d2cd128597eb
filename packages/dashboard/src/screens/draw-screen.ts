import type { TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { html, literal, type StaticValue } from 'lit/static-html.js'
import { emptyStatePage } from '../parts/description-list.ts'
import type { ScreenLocation } from '../places/screen-location.ts'
import type { Context } from '../shell/context.ts'
import { developerScreens } from './developers/developer-tabs.ts'
import { type SettingsTab, settingsTabOf } from './settings/settings-tabs.ts'

/**
 * Draws the screen that the address names. Each object gets its own element, so that the page of one object never shows another object's
 * data. `moves` counts how often this page has moved the sandbox clock; after each move, a new element loads the data again.
 */
export const drawScreen = (context: Context, place: ScreenLocation, moves: number): TemplateResult => {
  const key = `${context.organization.id} ${place.screen} ${place.id} ${moves}`
  return html`${keyed(key, draw(context, place))}`
}

const draw = (context: Context, place: ScreenLocation): TemplateResult => {
  const tag = tagOf(context, place)
  if (tag === undefined) return emptyStatePage(context.say('app.notFound'), context.say('app.notFoundHint'))
  return html`<${tag} .context=${context} .place=${place}></${tag}>`
}

/** The element of a screen; undefined if there is no such screen. */
const tagOf = (context: Context, { screen, id }: ScreenLocation): StaticValue | undefined => {
  switch (screen) {
    case 'home':
      return literal`home-screen`
    case 'payments':
    case 'customers':
    case 'subscriptions':
    case 'plans':
    case 'discounts':
      if (screen === 'payments' && id === 'disputes') return literal`disputes-screen`
      return tagsOfObjects[screen][id === null ? 'list' : 'object']
    case 'developers':
      // If the address names no screen for developers, show the first that the user's role allows.
      return tagsOfDevelopers.get(id ?? developerScreens(context)[0])
    case 'settings': {
      const tab = settingsTabOf(id)
      return tab && (tagsOfTabs[tab] ?? literal`settings-screen`)
    }
    default:
      return undefined
  }
}

const tagsOfObjects = {
  payments: { list: literal`payments-screen`, object: literal`payment-screen` },
  customers: { list: literal`customers-screen`, object: literal`customer-screen` },
  subscriptions: { list: literal`subscriptions-screen`, object: literal`subscription-screen` },
  plans: { list: literal`plans-screen`, object: literal`plan-screen` },
  discounts: { list: literal`discounts-screen`, object: literal`discount-screen` },
}

const tagsOfDevelopers: ReadonlyMap<string | undefined, StaticValue> = new Map([
  ['keys', literal`keys-screen`],
  ['webhooks', literal`webhooks-screen`],
  ['events', literal`events-screen`],
  ['audit', literal`audit-screen`],
])

/** The elements of the tabs that are not a form of settings. */
const tagsOfTabs: Partial<Record<SettingsTab, StaticValue>> = {
  team: literal`team-screen`,
  account: literal`account-screen`,
  connections: literal`connections-screen`,
}
