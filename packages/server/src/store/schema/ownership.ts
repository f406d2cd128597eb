import { toSnakeCase } from '@billing-checkout/database'
import type { ColumnType } from 'kysely'
import type { Schema } from './schema.ts'

/** The tables in which every row belongs to one organization. */
export type OwnedTable = {
  [Table in keyof Schema]: Schema[Table] extends { organizationId: string } ? Table : never
}[keyof Schema]

/** The tables of the installation: the clock, the server's own keys, operator data, and the organizations themselves. */
export type InstallationSchema = Omit<Schema, OwnedTable>

/** The tables as one organization sees them. Queries never set a row's organization: the store always adds it. */
export type SchemaOfOrganization = {
  readonly [Table in keyof Schema]: Table extends OwnedTable ? OfOrganization<Schema[Table]> : Schema[Table]
}

type OfOrganization<Table> = Omit<Table, 'organizationId'> & { organizationId: ColumnType<string, never, never> }

/** The owned tables. The compiler reports a table that is missing here. */
const owned: Readonly<Record<OwnedTable, true>> = {
  acceptedRefunds: true,
  apiKeys: true,
  attempts: true,
  auditEntries: true,
  auditTrail: true,
  bookedMovements: true,
  claims: true,
  clientSessions: true,
  connections: true,
  consents: true,
  countedSubscriptions: true,
  customerCredits: true,
  customerCreditUses: true,
  customers: true,
  customersAtProcessors: true,
  declarationEffects: true,
  declarations: true,
  declineCounts: true,
  discounts: true,
  disputes: true,
  droppedEvents: true,
  emails: true,
  erasures: true,
  events: true,
  fraudWarnings: true,
  freeChanges: true,
  idempotencyKeys: true,
  listTotals: true,
  logos: true,
  memberships: true,
  obligations: true,
  paymentMethods: true,
  paymentLinks: true,
  paymentTexts: true,
  payments: true,
  plans: true,
  portalLinks: true,
  portalSessions: true,
  processorErasures: true,
  recoveryLinks: true,
  refunds: true,
  revenueDays: true,
  revenuePositions: true,
  storedEmails: true,
  subscriptions: true,
  vaultedCards: true,
  webhookDeliveries: true,
  webhookEndpoints: true,
  deferredWork: true,
}

/** The owned tables by their names in the database. */
export const ownedTables: ReadonlySet<string> = new Set(Object.keys(owned).map(toSnakeCase))

/** Whether a table, named as in the code, belongs to organizations. */
export const isOwnedTable = (table: string): boolean => table in owned
