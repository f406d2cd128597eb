export type { Billing } from './billing/billing.ts'
export type { Config } from './config/config.ts'
export { ConfigProblem, readConfig } from './config/read-config.ts'
export { type AssembledBilling, type BillingParts, createBilling } from './create-billing.ts'
export { createLogger } from './logging/create-logger.ts'
export { createOrganization, listOrganizations, updateOrganization } from './organization/organizations.ts'
export type {
  AuthorizeRequest,
  CaptureRequest,
  FinalOutcome,
  ListedTransaction,
  Processor,
  ProcessorFacts,
  ProcessorOutcome,
  RefundNews,
  RefundRequest,
  Settlement,
  TransactionPage,
  VoidRequest,
} from './processors/processor.ts'
export { type Duty, type RunningServer, type ServerOptions, startServer } from './start-server.ts'
