import type { OrganizationSettings } from './settings.ts'

/** The merchant that owns everything behind an API key. */
export interface Organization {
  readonly id: string
  readonly name: string
  readonly settings: OrganizationSettings
}
