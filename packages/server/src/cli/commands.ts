import { Problem } from '@billing-checkout/contract'
import { z } from 'zod'
import { checkRules } from '../billing/checks/check-rules.ts'
import { cardKey } from '../credentials/card-keys.ts'
import { tokenKey } from '../credentials/client-tokens.ts'
import { rotateServerKey } from '../credentials/server-keys.ts'
import { listOrganizations } from '../organization/organizations.ts'
import { riskRules, riskRulesOf } from '../organization/risk-rules.ts'
import {
  findAttempts,
  listAttempts,
  resolveByOperator,
  type ResolveInput,
  showAttempt,
} from './operator/attempt-commands.ts'
import type { Target } from '../backup/archive/write-archive.ts'
import { exportByOperator, verifyByOperator } from './audit/audit-commands.ts'
import type { CommandContext } from './command-context.ts'
import { operate } from './operate.ts'
import { supportCommands, type SupportInputs } from './support/support-commands.ts'
import {
  addByOperator,
  type AddConnectionInput,
  checkByOperator,
  disableByOperator,
  enableByOperator,
  listConnections,
  rotateByOperator,
  type RotateConnectionInput,
  type RoutingInput,
  setRoutingByOperator,
  showRouting,
} from './connections/connection-commands.ts'
import { eraseByOperator, type EraseInput } from './operator/customer-commands.ts'
import { type DoctorInput, examine } from './doctor/examine.ts'
import {
  type ByHandInput,
  closeObligationByOperator,
  listObligations,
  showObligation,
} from './operator/obligation-commands.ts'
import {
  closeDifferenceByOperator,
  listDifferences,
  reconcileByOperator,
  type ReconcileInput,
} from './reconcile/reconcile-commands.ts'
import {
  clearByOperator,
  type ReconcileFirstInput,
  setByOperator,
  showReconcileFirst,
} from './reconcile/reconcile-first-commands.ts'
import {
  createKey,
  type CreateKeyInput,
  listKeys,
  revokeKey,
  type RevokeKeyInput,
  rotateKey,
  type RotateKeyInput,
} from './operator/key-commands.ts'
import {
  archiveOrganizationByOperator,
  createOrganizationByOperator,
  findOrganization,
  listOrganizationsByOperator,
  showOrganization,
  updateOrganizationByOperator,
  type UpdateOrganizationInput,
} from './operator/organization-commands.ts'
import { listRefunds, type RefundInput, resolveRefundByOperator, showRefund } from './operator/refund-commands.ts'
import {
  listSettlements,
  resolveSettlementByOperator,
  type SettlementInput,
  showSettlement,
} from './operator/settlement-commands.ts'
import { userCommands, type UserInputs } from './users/user-commands.ts'
import { throwNotFound } from './throw-not-found.ts'
import { recordAuditOf } from '../store/audit/record-audit.ts'
import type { ExportedPlace } from '../store/audit/export-audit.ts'
import { keepEventMonths } from '../store/events/months/keep-event-months.ts'
import { inOrganization } from '../store/in-organization.ts'
import { isClockMoving, readBillingClock } from '../store/writes/billing-clock.ts'

/** The inputs of commands as parsed from the arguments. They contain only JSON values, because they also cross the control socket. */
export interface CommandInputs extends SupportInputs, UserInputs {
  readonly migrate: Record<never, never>
  readonly doctor: DoctorInput
  readonly 'organization create': { readonly name: string }
  readonly 'organization list': { readonly archived?: boolean }
  readonly 'organization archive': { readonly id: string }
  readonly 'organization show': { readonly id: string }
  readonly 'organization update': UpdateOrganizationInput
  readonly 'key create': CreateKeyInput
  readonly 'key list': { readonly organization: string }
  readonly 'key rotate': RotateKeyInput
  readonly 'key revoke': RevokeKeyInput
  readonly 'customer erase': EraseInput
  readonly 'connection add': AddConnectionInput
  readonly 'connection list': { readonly organization?: string }
  readonly 'connection check': { readonly id: string }
  readonly 'connection rotate': RotateConnectionInput
  readonly 'connection disable': ByHandInput
  readonly 'connection enable': ByHandInput
  readonly 'routing show': { readonly organization: string }
  readonly 'routing set': RoutingInput
  readonly 'plan create': { readonly organization: string; readonly plan: unknown }
  readonly 'plan list': { readonly organization: string }
  readonly 'rules check': { readonly organization: string; readonly rules?: unknown }
  readonly 'attempt list': Record<never, never>
  readonly 'attempt find': { readonly text: string }
  readonly 'attempt show': { readonly id: string }
  readonly 'attempt resolve': ResolveInput
  readonly 'obligation list': Record<never, never>
  readonly 'obligation show': { readonly id: string }
  readonly 'obligation close': ByHandInput
  readonly 'settlement list': Record<never, never>
  readonly 'settlement show': { readonly id: string }
  readonly 'settlement resolve': SettlementInput
  readonly 'refund list': Record<never, never>
  readonly 'refund show': { readonly id: string }
  readonly 'refund resolve': RefundInput
  readonly reconcile: ReconcileInput
  readonly 'difference list': Record<never, never>
  readonly 'difference close': ByHandInput
  readonly 'reconcile-first set': ReconcileFirstInput & { readonly lastCommit?: string }
  readonly 'reconcile-first show': Record<never, never>
  readonly 'reconcile-first clear': ReconcileFirstInput
  readonly 'secret rotate': Record<never, never>
  /** Paths are absolute. */
  readonly backup: Target
  readonly 'audit verify': Record<never, never>
  readonly 'audit export': Partial<ExportedPlace>
  readonly 'clock show': Record<never, never>
  readonly 'clock advance': { readonly organization?: string; readonly advance?: string; readonly to?: string }
}

/** The name of a command that works on the store. */
export type CommandName = keyof CommandInputs

type Commands = {
  readonly [Name in CommandName]: (context: CommandContext, input: CommandInputs[Name]) => Promise<object>
}

/** Every command that works on the store. `--json` prints a command's result unchanged. */
export const commands: Commands = {
  migrate: async ({ store }) => {
    // Makes the monthly partitions of events here: the migrating user owns the tables, while the servers' user may have fewer rights.
    await keepEventMonths(store.database.db, { keptMonths: null })
    return { applied: store.migrated.map(({ version, name }) => ({ version, name })) }
  },
  doctor: examine,

  'organization create': createOrganizationByOperator,
  'organization list': listOrganizationsByOperator,
  'organization archive': archiveOrganizationByOperator,
  'organization show': showOrganization,
  'organization update': updateOrganizationByOperator,

  'key create': createKey,
  'key list': listKeys,
  'key rotate': rotateKey,
  'key revoke': revokeKey,

  'customer erase': eraseByOperator,
  ...supportCommands,
  ...userCommands,

  'connection add': addByOperator,
  'connection list': listConnections,
  'connection check': checkByOperator,
  'connection rotate': rotateByOperator,
  'connection disable': disableByOperator,
  'connection enable': enableByOperator,
  'routing show': showRouting,
  'routing set': setRoutingByOperator,

  'plan create': (context, { organization, plan }) => operate(context, organization, 'createPlan', { body: plan }),
  'plan list': (context, { organization }) => operate(context, organization, 'findPlans', { query: { limit: '1000' } }),

  'rules check': async (context, { organization, rules }) => {
    const { id, settings } = await findOrganization(context, { id: organization })
    const asked = rules === undefined ? settings.rules : readRules(rules)
    return checkRules(inOrganization(context.store.database.db, id), riskRulesOf(asked))
  },

  'attempt list': listAttempts,
  'attempt find': findAttempts,
  'attempt show': showAttempt,
  'attempt resolve': resolveByOperator,

  'obligation list': listObligations,
  'obligation show': showObligation,
  'obligation close': closeObligationByOperator,

  'settlement list': listSettlements,
  'settlement show': showSettlement,
  'settlement resolve': resolveSettlementByOperator,
  'refund list': listRefunds,
  'refund show': showRefund,
  'refund resolve': resolveRefundByOperator,

  reconcile: reconcileByOperator,
  'difference list': listDifferences,
  'difference close': closeDifferenceByOperator,

  'reconcile-first set': setByOperator,
  'reconcile-first show': ({ store }) => showReconcileFirst(store.database.db),
  'reconcile-first clear': clearByOperator,

  'secret rotate': async ({ store, billing, wallClock }) => {
    const { version, resealed, resumed } = await billing.billing.vault.rotate(wallClock())
    if (!resumed) {
      for (const kind of [cardKey, tokenKey]) {
        await rotateServerKey(store.database.db, store.masterSecret, kind, wallClock())
      }
    }
    await recordAuditOf(store.database.db, null, { object: 'secret', after: { data_key: version, resumed } })
    return { data_key: version, cards_resealed: resealed, resumed }
  },

  // Loaded on demand, because few server processes ever run it.
  backup: async ({ store, config }, target) => {
    const { backUp } = await import('../backup/back-up.ts')
    return backUp({ config, database: store.database, secret: store.masterSecret }, target)
  },
  'audit verify': verifyByOperator,
  'audit export': exportByOperator,

  'clock show': async ({ store }) => ({
    now: await readBillingClock(store.database.db),
    moving: await isClockMoving(store.database.db),
  }),
  'clock advance': async (context, { organization, ...body }) => {
    const id = organization ?? (await listOrganizations(context.store.database.db))[0]?.id
    return operate(context, id ?? throwNotFound('organization', 'to move the clock for'), 'advanceSandboxClock', {
      body,
    })
  },
}

const readRules = (given: unknown): z.output<typeof riskRules> => {
  const read = riskRules.safeParse(given)
  if (read.success) return read.data
  throw new Problem('invalid_parameter', `The rules cannot be used:\n${z.prettifyError(read.error)}`)
}
