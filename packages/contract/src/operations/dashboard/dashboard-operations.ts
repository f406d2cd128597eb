import { findOverview } from './find-overview.ts'
import { findRevenue } from './find-revenue.ts'
import {
  createApiKey,
  findApiKeys,
  findConnections,
  findOrganization,
  revokeApiKey,
  rotateApiKey,
  updateOrganization,
} from './settings-operations.ts'
import { findUsers, inviteUser, removeUser, updateUser } from './user-operations.ts'

/**
 * Operations for dashboard users alone. An API key gets 403, whatever its scopes, so they are not part of the published
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
  rotateApiKey,
  revokeApiKey,
  findConnections,
  findOverview,
  findRevenue,
} as const

/** The name of an operation for dashboard users alone. */
export type DashboardOperationName = keyof typeof dashboardOperations
