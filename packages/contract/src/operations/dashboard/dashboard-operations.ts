import { nameOperations } from '../parts/operation.ts'
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
 * Operations that only dashboard users may call. An API key gets a 403, whatever its scopes, so these operations are not part of the
 * published interface (DECISIONS 196).
 */
export const dashboardOperations = nameOperations({
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
})

/** The name of an operation that only dashboard users may call. */
export type DashboardOperationName = keyof typeof dashboardOperations
