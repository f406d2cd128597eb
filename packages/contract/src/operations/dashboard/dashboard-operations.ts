import { findOverview } from './find-overview.ts'
import { findRevenue } from './find-revenue.ts'
import {
  createApiKey,
  findApiKeys,
  findConnections,
  findOrganization,
  revokeApiKey,
  updateOrganization,
} from './settings-operations.ts'
import { findUsers, inviteUser, removeUser, updateUser } from './user-operations.ts'

/**
 * Operations for users of the dashboard alone. An API key gets 403 for them whatever its scopes are, so they are no part of the published
 * interface (DECISIONS 196).
 */
export const dashboardOperations = {
  findUsers,
  inviteUser,
  updateUser,
  removeUser,
  findOrganization,
  updateOrganization,
  findApiKeys,
  createApiKey,
  revokeApiKey,
  findConnections,
  findOverview,
  findRevenue,
} as const

/** The name of an operation for users alone. */
export type DashboardOperationName = keyof typeof dashboardOperations
