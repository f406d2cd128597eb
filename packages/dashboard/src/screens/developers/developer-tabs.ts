import type { TemplateResult } from 'lit'
import { tabs } from '../../parts/tabs.ts'
import { type Context, isAllowed, screenPath } from '../../shell/context.ts'

const screens = [
  { name: 'keys', needs: 'findApiKeys' },
  { name: 'webhooks', needs: 'findWebhookEndpoints' },
  { name: 'events', needs: 'findEvents' },
  { name: 'audit', needs: 'findAuditRecords' },
] as const

/** A screen for developers. */
export type DeveloperScreen = (typeof screens)[number]['name']

/** The screens for developers that the role of the user allows. */
export const developerScreens = (context: Context): readonly DeveloperScreen[] =>
  screens.filter(({ needs }) => isAllowed(context, needs)).map(({ name }) => name)

/** Links to the screens for developers. */
export const developerTabs = (context: Context, shown: DeveloperScreen): TemplateResult =>
  tabs(
    context.say('nav.developers'),
    developerScreens(context).map((name) => ({
      path: screenPath(context, 'developers', name),
      text: context.say(`developers.${name}`),
      isShown: name === shown,
    })),
  )
