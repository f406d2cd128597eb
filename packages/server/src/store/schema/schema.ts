import type { AttemptTable } from './attempts.ts'
import type { BookDifferenceTable, BookedMovementTable, ReconciledDayTable } from './booked-days.ts'
import type { ClaimTable } from './claims.ts'
import type { ClientSessionTable } from './client-sessions.ts'
import type { ConnectionTable } from './connections.ts'
import type { ConsentView, FreeChangeTable } from './consents.ts'
import type {
  CustomerAtProcessorTable,
  CustomerCreditTable,
  CustomerCreditUseTable,
  CustomerTable,
  ErasureTable,
  PaymentMethodTable,
  ProcessorErasureTable,
} from './customers.ts'
import type { DeclarationEffectTable, DeclarationTable } from './declarations.ts'
import type { DeferredWorkTable } from './deferred-work.ts'
import type { DisputeTable, FraudWarningTable, NewsOfConnectionTable, NotificationTable } from './disputes.ts'
import type { EmailTable, StoredEmailTable } from './emails.ts'
import type { AuditEntryTable, AuditSealTable, AuditTrailView, DroppedEventTable, EventTable } from './events.ts'
import type {
  BackupTable,
  ClockTable,
  DataKeyTable,
  ElementFileTable,
  LiveServerTable,
  OperatorWarningTable,
  ServerKeyTable,
  UnrecognizedDeclineTable,
  VaultedCardTable,
} from './installation.ts'
import type { PaymentLinkTable, PortalLinkTable, PortalSessionTable, RecoveryLinkTable } from './links.ts'
import type { ApiKeyTable, LogoTable, OrganizationTable } from './organizations.ts'
import type { PaymentTable, PaymentTextTable } from './payments.ts'
import type { DiscountTable, PlanTable } from './plans.ts'
import type { DatabaseIdentityTable, ReconcileFirstTable, UnmatchedTransactionTable } from './reconcile-first.ts'
import type { AcceptedRefundTable, ObligationTable, RefundTable } from './refunds.ts'
import type {
  DeclineCountTable,
  IdempotencyKeyTable,
  ListTotalTable,
  RequestCountTable,
  UsedCardTokenTable,
} from './requests.ts'
import type { CountedSubscriptionTable, RevenueDayTable, RevenuePositionTable } from './revenue.ts'
import type { SandboxConfirmationTable, SandboxMethodTable, SandboxTransactionTable } from './sandbox-processor.ts'
import type { SubscriptionTable } from './subscriptions.ts'
import type {
  DashboardSessionTable,
  MembershipTable,
  PasskeyTable,
  SignInChallengeTable,
  UserIdentityTable,
  UserSetUpTable,
  UserTable,
  UserTokenTable,
} from './users.ts'
import type { WebhookDeliveryTable, WebhookEndpointTable } from './webhooks.ts'

/** The tables, with names in camelCase. The files in `migrations/` that create the columns describe them. */
export interface Schema {
  readonly clock: ClockTable
  readonly liveServers: LiveServerTable
  readonly unrecognizedDeclines: UnrecognizedDeclineTable
  readonly serverKeys: ServerKeyTable
  readonly dataKeys: DataKeyTable
  readonly vaultedCards: VaultedCardTable
  readonly elementFiles: ElementFileTable
  readonly operatorWarnings: OperatorWarningTable
  readonly organizations: OrganizationTable
  readonly logos: LogoTable
  readonly apiKeys: ApiKeyTable
  readonly users: UserTable
  readonly memberships: MembershipTable
  readonly dashboardSessions: DashboardSessionTable
  readonly userTokens: UserTokenTable
  readonly passkeys: PasskeyTable
  readonly userIdentities: UserIdentityTable
  readonly signInChallenges: SignInChallengeTable
  readonly userSetUp: UserSetUpTable
  readonly connections: ConnectionTable
  readonly customers: CustomerTable
  readonly customersAtProcessors: CustomerAtProcessorTable
  readonly customerCredits: CustomerCreditTable
  readonly customerCreditUses: CustomerCreditUseTable
  readonly paymentMethods: PaymentMethodTable
  readonly plans: PlanTable
  readonly erasures: ErasureTable
  readonly processorErasures: ProcessorErasureTable
  readonly subscriptions: SubscriptionTable
  readonly clientSessions: ClientSessionTable
  readonly claims: ClaimTable
  readonly freeChanges: FreeChangeTable
  readonly payments: PaymentTable
  readonly discounts: DiscountTable
  readonly paymentLinks: PaymentLinkTable
  readonly portalLinks: PortalLinkTable
  readonly portalSessions: PortalSessionTable
  readonly paymentTexts: PaymentTextTable
  readonly recoveryLinks: RecoveryLinkTable
  readonly listTotals: ListTotalTable
  readonly attempts: AttemptTable
  readonly refunds: RefundTable
  readonly acceptedRefunds: AcceptedRefundTable
  readonly disputes: DisputeTable
  readonly fraudWarnings: FraudWarningTable
  readonly newsOfConnections: NewsOfConnectionTable
  readonly notifications: NotificationTable
  readonly obligations: ObligationTable
  readonly usedCardTokens: UsedCardTokenTable
  readonly idempotencyKeys: IdempotencyKeyTable
  readonly declineCounts: DeclineCountTable
  readonly requestCounts: RequestCountTable
  readonly emails: EmailTable
  readonly storedEmails: StoredEmailTable
  readonly events: EventTable
  readonly droppedEvents: DroppedEventTable
  readonly webhookEndpoints: WebhookEndpointTable
  readonly webhookDeliveries: WebhookDeliveryTable
  readonly deferredWork: DeferredWorkTable
  readonly auditEntries: AuditEntryTable
  readonly auditTrail: AuditTrailView
  readonly consents: ConsentView
  readonly countedSubscriptions: CountedSubscriptionTable
  readonly revenueDays: RevenueDayTable
  readonly revenuePositions: RevenuePositionTable
  readonly declarations: DeclarationTable
  readonly declarationEffects: DeclarationEffectTable
  readonly auditSeals: AuditSealTable
  readonly reconcileFirst: ReconcileFirstTable
  readonly unmatchedTransactions: UnmatchedTransactionTable
  readonly bookedMovements: BookedMovementTable
  readonly bookDifferences: BookDifferenceTable
  readonly reconciledDays: ReconciledDayTable
  readonly databaseIdentity: DatabaseIdentityTable
  readonly backups: BackupTable
  readonly 'sandboxProcessor.confirmations': SandboxConfirmationTable
  readonly 'sandboxProcessor.methods': SandboxMethodTable
  readonly 'sandboxProcessor.transactions': SandboxTransactionTable
}
