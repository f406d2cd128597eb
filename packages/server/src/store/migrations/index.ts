import { firstTables } from './001-first-tables.ts'
import { sandboxProcessor } from './002-sandbox-processor.ts'
import { actionsAndCaptures } from './003-actions-and-captures.ts'
import { vault } from './004-vault.ts'
import { tax } from './005-tax.ts'
import { risk } from './006-risk.ts'
import { onTheWay } from './007-on-the-way.ts'
import { listsAtAMillion } from './008-lists-at-a-million.ts'
import { elementFiles } from './009-element-files.ts'
import { spelledTexts } from './010-spelled-texts.ts'
import { chargesAtOnce } from './011-charges-at-once.ts'
import { movesOfTheClock } from './012-moves-of-the-clock.ts'
import { declinesByMinute } from './013-declines-by-minute.ts'
import { workSetAside } from './014-work-set-aside.ts'
import { guards } from './016-guards.ts'
import { claimsOfOneCustomer } from './018-claims-of-one-customer.ts'
import { paidChanges } from './019-paid-changes.ts'
import { connections } from './020-connections.ts'
import { references } from './022-references.ts'
import { operatorActions } from './023-operator-actions.ts'
import { reconcileFirst } from './024-reconcile-first.ts'
import { sandboxListing } from './025-sandbox-listing.ts'
import { obligations } from './026-obligations.ts'
import { leasesByTheDatabase } from './027-leases-by-the-database.ts'
import { paidTax } from './031-paid-tax.ts'
import { freeChanges } from './032-free-changes.ts'
import { approvalsByMinute } from './033-approvals-by-minute.ts'
import { operatorWarnings } from './034-operator-warnings.ts'
import { attemptsByTransaction } from './035-attempts-by-transaction.ts'
import { noLeasesWhileReconciling } from './036-no-leases-while-reconciling.ts'
import { acceptedRefunds } from './037-accepted-refunds.ts'
import { preparedCharges } from './038-prepared-charges.ts'
import { restsOfObligations } from './039-rests-of-obligations.ts'
import { recordedAt } from './040-recorded-at.ts'
import { boundedEvents } from './041-bounded-events.ts'
import { monthsOfEvents } from './042-months-of-events.ts'
import { requestCounts } from './044-request-counts.ts'
import { webhooks } from './045-webhooks.ts'
import { placesInMonths } from './046-places-in-months.ts'
import { connectionsOfOrganizations } from './048-connections-of-organizations.ts'
import { disputes } from './051-disputes.ts'
import { foundRefunds } from './052-found-refunds.ts'
import { notifications } from './053-notifications.ts'
import { audit } from './054-audit.ts'
import { erasures } from './055-erasures.ts'
import { auditByFilters } from './056-audit-by-filters.ts'
import { backups } from './057-backups.ts'
import { webhooksInOrder } from './059-webhooks-in-order.ts'
import { erasedCustomers } from './060-erased-customers.ts'
import { retentionProgress } from './061-retention.ts'
import { heardOf } from './064-heard-of.ts'
import { bookedDays } from './065-booked-days.ts'
import { fraudWarnings } from './066-fraud-warnings.ts'
import { customersAtProcessors } from './068-customers-at-processors.ts'
import { declinedAndOpen } from './069-declined-and-open.ts'
import { signedErasures } from './071-signed-erasures.ts'
import { paymentsOfTheirClaims } from './072-payments-of-their-claims.ts'
import { retentionRuns } from './074-retention-runs.ts'
import { updatedMethods } from './075-updated-methods.ts'
import { auditInOrder } from './076-audit-in-order.ts'
import { guardsInFunctions } from './078-guards-in-functions.ts'
import { handedOn } from './079-handed-on.ts'
import { archivedOrganizations } from './094-archived-organizations.ts'
import { archivedPlans } from './080-archived-plans.ts'
import { creditEntries } from './081-credit-entries.ts'
import { unnamedAccounts } from './091-unnamed-accounts.ts'
import { fewerRequests } from './093-fewer-requests.ts'
import { unrecognizedDeclines } from './092-unrecognized-declines.ts'
import { taxesOfRefunds } from './088-taxes-of-refunds.ts'
import { foldedTexts } from './089-folded-texts.ts'
import { planGroups } from './090-plan-groups.ts'
import { lastFourDigits } from './097-last-four-digits.ts'
import { sessionsByEmail } from './098-sessions-by-email.ts'
import { consents } from './099-consents.ts'
import { freeChangesInOrder } from './100-free-changes-in-order.ts'
import { methodsByToken } from './101-methods-by-token.ts'
import { customerCredit } from './102-customer-credit.ts'
import { changesInstead } from './103-changes-instead.ts'

/** Every migration in order; append only, a released one never changes. */
export const migrations = [
  firstTables,
  sandboxProcessor,
  actionsAndCaptures,
  vault,
  tax,
  risk,
  onTheWay,
  listsAtAMillion,
  elementFiles,
  spelledTexts,
  chargesAtOnce,
  movesOfTheClock,
  declinesByMinute,
  workSetAside,
  guards,
  claimsOfOneCustomer,
  paidChanges,
  connections,
  references,
  operatorActions,
  reconcileFirst,
  sandboxListing,
  obligations,
  leasesByTheDatabase,
  paidTax,
  freeChanges,
  approvalsByMinute,
  operatorWarnings,
  attemptsByTransaction,
  noLeasesWhileReconciling,
  acceptedRefunds,
  preparedCharges,
  restsOfObligations,
  recordedAt,
  boundedEvents,
  monthsOfEvents,
  requestCounts,
  webhooks,
  placesInMonths,
  connectionsOfOrganizations,
  disputes,
  foundRefunds,
  notifications,
  audit,
  erasures,
  auditByFilters,
  backups,
  webhooksInOrder,
  erasedCustomers,
  retentionProgress,
  heardOf,
  bookedDays,
  fraudWarnings,
  customersAtProcessors,
  declinedAndOpen,
  signedErasures,
  paymentsOfTheirClaims,
  retentionRuns,
  updatedMethods,
  auditInOrder,
  guardsInFunctions,
  handedOn,
  archivedPlans,
  creditEntries,
  taxesOfRefunds,
  foldedTexts,
  planGroups,
  unnamedAccounts,
  unrecognizedDeclines,
  fewerRequests,
  archivedOrganizations,
  lastFourDigits,
  sessionsByEmail,
  consents,
  freeChangesInOrder,
  methodsByToken,
  customerCredit,
  changesInstead,
]
