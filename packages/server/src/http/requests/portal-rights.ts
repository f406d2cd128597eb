import {
  type Operation,
  type OperationName,
  type OwnedId,
  type PortalFeature,
  type PortalRight,
  portalRights,
  Problem,
} from '@billing-checkout/contract'
import type { PortalPrincipal } from '../../organization/caller-context.ts'
import type { Organization } from '../../organization/organization.ts'
import { effectiveSettings } from '../../organization/effective-settings.ts'
import type { Database } from '../../store/database.ts'
import { inOrganization, type OrganizationDatabase } from '../../store/in-organization.ts'
import type { RawRequest, ValidRequest } from './read-request.ts'

/**
 * Refuses operations, and members of a request, that the portal's client token does not allow. A member is refused even if the operation
 * would ignore it. Also refuses features that the merchant does not offer.
 */
export const refuseBeyondPortalRights = (operation: Operation, { settings }: Organization, sent: RawRequest): void => {
  const right = rightTo(operation)
  const offered: readonly PortalFeature[] = effectiveSettings(settings).portal_features
  const refuseUnlessOffered = (feature: PortalFeature | null): void => {
    if (feature !== null && !offered.includes(feature)) throw notAllowed(`The merchant does not offer ${feature} here.`)
  }
  refuseUnlessOffered(right.feature)
  for (const path of [...membersOf(right, 'query', sent.query), ...membersOf(right, 'body', sent.body)]) {
    const feature = right.members[path]
    if (feature === undefined) throw notAllowed(`The portal may not send ${path}.`)
    refuseUnlessOffered(feature)
    const values = right.values?.[path]
    if (values !== undefined && !values.includes(String(valueAt(sent, path))))
      throw notAllowed(`The portal may send ${path} only as ${values.join(' or ')}.`)
  }
}

/** Refuses ids that are not the customer's own, whether or not they exist, and restricts lists to the customer's rows. */
export const confineToCustomer = async (
  database: Database,
  { id: organizationId }: Pick<Organization, 'id'>,
  principal: PortalPrincipal,
  operation: Operation,
  read: ValidRequest,
): Promise<void> => {
  const { owns, ownOnly } = rightTo(operation)
  if (ownOnly) (read.query as Record<string, unknown>)['customer_id'] = principal.customerId
  const db = inOrganization(database, organizationId)
  for (const [path, kind] of Object.entries(owns)) {
    const id = valueAt(read, path)
    if (typeof id === 'string' && !(await isOwn[kind](db, principal, id)))
      throw notAllowed(`The portal finds what belongs to its own customer only; ${path} does not.`)
  }
}

const rightTo = (operation: Operation): PortalRight => {
  const right = portalRights[operation.name as OperationName]
  if (right === null) throw notAllowed(`A client token of the portal may not call ${operation.name}.`)
  return right
}

const notAllowed = (message: string): Problem => new Problem('insufficient_permission', message)

/** The paths of all members in a request, each up to the depth that the table of rights describes. */
const membersOf = (right: PortalRight, path: string, value: unknown): readonly string[] => {
  if (Object.hasOwn(right.members, path)) return [path]
  if (typeof value !== 'object' || value === null) return path === 'query' || path === 'body' ? [] : [path]
  if (path !== 'query' && path !== 'body' && !leadsTo(right, path)) return [path]
  return Object.entries(value).flatMap(([name, member]) => membersOf(right, `${path}.${name}`, member))
}

const leadsTo = ({ members }: PortalRight, path: string): boolean =>
  Object.keys(members).some((member) => member.startsWith(`${path}.`))

const valueAt = (sent: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], sent)

/** For each kind of object, a check that an object belongs to the customer. An object never changes its owner. */
const isOwn: Readonly<
  Record<OwnedId, (db: OrganizationDatabase, principal: PortalPrincipal, id: string) => boolean | Promise<boolean>>
> = {
  customer: (_, { customerId }, id) => id === customerId,
  portal_session: (_, { sessionId }, id) => id === sessionId,
  subscription: (db, { customerId }, id) => isOwnRow(db, 'subscriptions', customerId, id),
  payment: (db, { customerId }, id) => isOwnRow(db, 'payments', customerId, id),
  payment_method: (db, { customerId }, id) => isOwnRow(db, 'paymentMethods', customerId, id),
}

const isOwnRow = async (
  db: OrganizationDatabase,
  table: 'subscriptions' | 'payments' | 'paymentMethods',
  customerId: string,
  id: string,
): Promise<boolean> => {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .where('customerId', '=', customerId)
    .executeTakeFirst()
  return row !== undefined
}
