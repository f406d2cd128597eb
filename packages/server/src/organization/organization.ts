import type { OrganizationSettings } from './settings.ts'

/** The merchant that owns everything behind an API key (interface 5.2). */
export interface Organization {
  readonly id: string
  readonly name: string
  readonly settings: OrganizationSettings
}
