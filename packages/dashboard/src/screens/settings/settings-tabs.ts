import type { TemplateResult } from 'lit'
import { tabs } from '../../parts/tabs.ts'
import { type Context, isAllowed, screenPath } from '../../shell/context.ts'

const screens = [
  { name: 'organization', needs: 'findOrganization' },
  { name: 'branding', needs: 'findOrganization' },
  { name: 'emails', needs: 'findOrganization' },
  { name: 'tax', needs: 'findOrganization' },
  { name: 'portal', needs: 'findOrganization' },
  { name: 'team', needs: 'findUsers' },
  { name: 'connections', needs: 'findConnections' },
  { name: 'account', needs: 'findOrganization' },
] as const

/** A tab of the settings. */
export type SettingsTab = (typeof screens)[number]['name']

/** A tab that is a form of settings. */
export type FormTab = Exclude<SettingsTab, 'team' | 'connections' | 'account'>

/** The tab that an address names; `organization` if it names none; undefined if there is no such tab. */
export const settingsTabOf = (id: string | null): SettingsTab | undefined =>
  screens.find(({ name }) => name === (id ?? 'organization'))?.name

/** Links to the tabs that the role of the user allows. */
export const settingsTabs = (context: Context, shown: SettingsTab): TemplateResult =>
  tabs(
    context.say('nav.settings'),
    screens
      .filter(({ needs }) => isAllowed(context, needs))
      .map(({ name }) => ({
        path: screenPath(context, 'settings', name === 'organization' ? null : name),
        text: context.say(`settings.tab.${name}`),
        isShown: name === shown,
      })),
  )
