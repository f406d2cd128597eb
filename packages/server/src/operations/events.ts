import { operations } from '@billing-checkout/contract'
import type { Billing } from '../billing/billing.ts'
import { route, type Route } from '../http/route.ts'
import { loadAuditRecords } from '../presenters/organization/load-audit-records.ts'
import { findEvents } from '../store/events/find-events.ts'
import { inOrganization } from '../store/in-organization.ts'
import { findPage } from '../store/lists/find-page.ts'
import { whereEqual } from '../store/lists/list-query.ts'

/** The routes of operations on events and the audit log. */
export const eventRoutesOf = (billing: Billing): readonly Route[] => [
  route(operations.findEvents, ({ query, call }) =>
    findEvents(inOrganization(billing.database, call.organization.id), query),
  ),
  route(operations.findAuditRecords, ({ query, call }) =>
    findPage(
      billing,
      call.organization.id,
      query,
      {
        table: 'auditTrail',
        unstableParameters: 'anything',
        narrow: (rows) => whereEqual(rows, { objectId: query.object, who: query.who, what: query.what }),
      },
      loadAuditRecords,
    ),
  ),
]
