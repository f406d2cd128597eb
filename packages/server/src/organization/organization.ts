import type { OrganizationSettings } from './settings.ts'

/** The merchant that owns everything that an API key can reach. */
export interface Organization {
  readonly id: string
  readonly name: string
  readonly settings: OrganizationSettings
}
