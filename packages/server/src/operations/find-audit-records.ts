import { operations } from '@billing-checkout/contract'
import type { Billing } from '../billing/billing.ts'
import { route } from '../http/route.ts'
import { loadAuditRecords } from '../presenters/load-audit-records.ts'
import { findPage } from '../store/lists/find-page.ts'

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
        narrow(rows) {
          let narrowed = rows
          if (query.object !== undefined) narrowed = narrowed.where('objectId', '=', query.object)
          if (query.who !== undefined) narrowed = narrowed.where('who', '=', query.who)
          if (query.what !== undefined) narrowed = narrowed.where('what', '=', query.what)
          return narrowed
        },
      },
      loadAuditRecords,
    ),
  )
