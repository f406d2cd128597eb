import { Problem } from '@billing-checkout/contract'
import { z } from 'zod'
import type { ArchiveTarget } from '../backup/archive/write-archive.ts'
import { replayRules } from '../billing/checks/replay-rules.ts'
import { cardKeyKind } from '../credentials/card-keys.ts'
import { clientTokenKeyKind } from '../credentials/client-tokens.ts'
import { rotateServerKey } from '../credentials/server-keys.ts'
import { listOrganizations } from '../organization/organizations.ts'
import { riskRules, riskRulesOf } from '../organization/risk-rules.ts'
import { exportAudit, type AuditExportCursor } from '../store/audit/export-audit.ts'
import { recordAuditInTransaction } from '../store/audit/record-audit.ts'
import { verifyAudit } from '../store/audit/verify-audit.ts'
import { maintainEventMonths } from '../store/events/months/maintain-event-months.ts'
import { inOrganization } from '../store/in-organization.ts'
import { isClockMoving, readBillingClock } from '../store/writes/billing-clock.ts'
import type { CommandTable } from './command-context.ts'
import { connectionCommands } from './connections/connection-commands.ts'
import { runDoctor } from './doctor/run-doctor.ts'
import { callOperation } from './call-operation.ts'
import { attemptCommands } from './operator/attempt-commands.ts'
import { customerCommands } from './operator/customer-commands.ts'
import { findOrganization, organizationCommands } from './operator/organization-commands.ts'
import { obligationCommands } from './operator/obligation-commands.ts'
import { givenUpCommands } from './operator/given-up-commands.ts'
import { reconcileCommands } from './reconcile/reconcile-commands.ts'
import { reconcileFirstCommands } from './reconcile/reconcile-first-commands.ts'
import { supportCommands } from './support/support-commands.ts'
import { throwNotFound } from './throw-not-found.ts'
import { userCommands } from './users/user-commands.ts'

/** The name of a command that works on the store. */
export type CommandName = keyof typeof commands

/** The input of each command. */
export type CommandInputs = { readonly [Name in CommandName]: InputOf<(typeof commands)[Name]> }

type InputOf<Command> = Command extends (context: never, input: infer Input) => unknown
  ? unknown extends Input
    ? Record<never, never>
    : NonNullable<Input>
  : never

interface OfOrganization {
  readonly organization: string
}

/** Every command that works on the store. `--json` prints a command's result unchanged. */
export const commands = {
  migrate: async ({ store }) => {
    // Make the monthly partitions of events now, as the user that migrates: this user owns the tables, while the servers' user may have
    // fewer rights.
    await maintainEventMonths(store.database.db, { keptMonths: null })
    return { applied: store.migrated.map(({ version, name }) => ({ version, name })) }
  },
  doctor: runDoctor,

  ...organizationCommands,
  ...customerCommands,
  ...supportCommands,
  ...userCommands,
  ...connectionCommands,

  'plan create': (context, { organization, plan }: OfOrganization & { readonly plan: unknown }) =>
    callOperation(context, organization, 'createPlan', { body: plan }),
  'plan list': (context, { organization }: OfOrganization) =>
    callOperation(context, organization, 'findPlans', { query: { limit: '1000' } }),

  'rules check': async (context, { organization, rules }: OfOrganization & { readonly rules?: unknown }) => {
    const { id, settings } = await findOrganization(context, organization)
    const asked = rules === undefined ? settings.rules : readRules(rules)
    return replayRules(inOrganization(context.store.database.db, id), riskRulesOf(asked))
  },

  ...attemptCommands,
  ...obligationCommands,
  ...givenUpCommands,
  ...reconcileCommands,
  ...reconcileFirstCommands,

  'secret rotate': async ({ store, billing, wallClock }) => {
    const { version, resealed, resumed } = await billing.billing.vault.rotate(wallClock())
    if (!resumed) {
      for (const kind of [cardKeyKind, clientTokenKeyKind]) {
        await rotateServerKey(store.database.db, store.masterSecret, kind, wallClock())
      }
    }
    await recordAuditInTransaction(store.database.db, null, { object: 'secret', after: { data_key: version, resumed } })
    return { data_key: version, cards_resealed: resealed, resumed }
  },

  // The module is loaded on demand, because few server processes ever make a backup. The paths in `target` are absolute.
  backup: async ({ store, config }, target: ArchiveTarget) => {
    const { backUp } = await import('../backup/back-up.ts')
    return backUp({ config, database: store.database, secret: store.masterSecret }, target)
  },

  'audit verify': async ({ store }) => {
    const verified = await verifyAudit(store.database.db, store.masterSecret.deriveKey('audit'))
    return { ok: verified.findings.length === 0, ...verified }
  },
  /** Returns a part of the audit log, the oldest records first. */
  'audit export': ({ store }, after: Partial<AuditExportCursor>) => exportAudit(store.database.db, after),

  'clock show': async ({ store }) => ({
    now: await readBillingClock(store.database.db),
    moving: await isClockMoving(store.database.db),
  }),
  'clock advance': async (
    context,
    { organization, ...body }: Partial<OfOrganization> & { readonly advance?: string; readonly to?: string },
  ) => {
    const id = organization ?? (await listOrganizations(context.store.database.db))[0]?.id
    return callOperation(context, id ?? throwNotFound('organization', 'to move the clock for'), 'advanceSandboxClock', {
      body,
    })
  },
} satisfies CommandTable

const readRules = (given: unknown): z.output<typeof riskRules> => {
  const read = riskRules.safeParse(given)
  if (read.success) return read.data
  throw new Problem('invalid_parameter', `The rules cannot be used:\n${z.prettifyError(read.error)}`)
}
