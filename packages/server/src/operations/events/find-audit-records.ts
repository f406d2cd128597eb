import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { loadAuditRecords } from '../../presenters/organization/load-audit-records.ts'
import { findPage } from '../../store/lists/find-page.ts'
import { whereEqual } from '../../store/lists/list-query.ts'

/** Answers GET /audit. */
export const findAuditRecordsRoute = (billing: Billing) =>
  route(operations.findAuditRecords, ({ query, call }) =>
    findPage(
      billing,
      call.organization.id,
      query,
      {
        table: 'auditTrail',
        sorts: {},
        changing: 'anything',
        byWords: false,
        narrow: (rows) => whereEqual(rows, { objectId: query.object, who: query.who, what: query.what }),
      },
      loadAuditRecords,
    ),
  )
