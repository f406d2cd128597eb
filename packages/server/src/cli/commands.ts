import { Problem } from '@billing-checkout/contract'
import { z } from 'zod'
import { checkRules } from '../billing/checks/check-rules.ts'
import type { ApiKeyFacts } from '../credentials/api-keys.ts'
import { cardKey } from '../credentials/card-keys.ts'
import { tokenKey } from '../credentials/client-tokens.ts'
import { rotateServerKey } from '../credentials/server-keys.ts'
import { scopesToBeNamed } from '../organization/check-permission.ts'
import { loadOrganization } from '../organization/load-organization.ts'
import type { Organization } from '../organization/organization.ts'
import { archiveOrganization } from '../organization/archive-organization.ts'
import { createOrganization, listOrganizations, updateOrganization } from '../organization/organizations.ts'
import { settingsInForce } from '../organization/settings-in-force.ts'
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
import { type ByHandInput, closeByOperator, listObligations, showObligation } from './operator/obligation-commands.ts'
import {
  closeByOperator as closeDifferenceByOperator,
  listDifferences,
  reconcileByOperator,
  type ReconcileInput,
} from './reconcile/reconcile-commands.ts'
import { parseScopes } from './options/parse-scopes.ts'
import { parseSettings } from './options/parse-settings.ts'
import {
  clearByOperator,
  type ReconcileFirstInput,
  setByOperator,
  showReconcileFirst,
} from './reconcile/reconcile-first-commands.ts'
import { listRefunds, type RefundInput, resolveRefundByOperator, showRefund } from './operator/refund-commands.ts'
import {
  listSettlements,
  resolveSettlementByOperator,
  type SettlementInput,
  showSettlement,
} from './operator/settlement-commands.ts'
import { recordAuditOf } from '../store/audit/record-audit.ts'
import type { ExportedPlace } from '../store/audit/export-audit.ts'
import { keepEventMonths } from '../store/events/months/keep-event-months.ts'
import { acrossOrganizations } from '../store/across-organizations.ts'
import { inOrganization } from '../store/in-organization.ts'
import { isClockMoving, readBillingClock } from '../store/write.ts'

/** What the command line read from its arguments; it also crosses the control socket, so it is JSON. */
export interface CommandInputs extends SupportInputs {
  readonly migrate: Record<never, never>
  readonly doctor: DoctorInput
  readonly 'organization create': { readonly name: string }
  readonly 'organization list': { readonly archived?: boolean }
  readonly 'organization archive': { readonly id: string }
  readonly 'organization show': { readonly id: string }
  readonly 'organization update': { readonly id: string; readonly name?: string; readonly set: readonly string[] }
  readonly 'key create': { readonly organization: string; readonly scopes?: string }
  readonly 'key list': { readonly organization: string }
  readonly 'key rotate': { readonly organization?: string; readonly id: string; readonly overlap: number }
  readonly 'key revoke': { readonly organization?: string; readonly id: string }
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
  /** Its paths are absolute. */
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

/** Every command that works on the store; what it answers is what `--json` prints. */
export const commands: Commands = {
  migrate: async ({ store }) => {
    // Whoever migrates owns the tables; the servers may have fewer rights.
    await keepEventMonths(store.database.db, { keptMonths: null })
    return { applied: store.migrated.map(({ version, name }) => ({ version, name })) }
  },
  doctor: examine,

  'organization create': async ({ store, config, wallClock }, { name }) => {
    if (name.trim() === '') throw new Problem('invalid_parameter', '--name must not be blank.')
    const made = await createOrganization(store.database.db, {
      name,
      originsOfFirst: config.allowedOrigins,
      wall: wallClock(),
    })
    return { id: made.id, name: made.name }
  },
  'organization list': async ({ store }, { archived = false }) => {
    const organizations = await listOrganizations(store.database.db, { archived })
    return { data: organizations.map(({ id, name }) => ({ id, name })) }
  },
  'organization archive': async ({ store, wallClock }, { id }) => {
    const { archivedAt, keysRevoked } =
      (await archiveOrganization(store.database.db, id, wallClock())) ?? nobody('organization', id)
    return { id, archived_at: archivedAt, keys_revoked: keysRevoked }
  },
  'organization show': async (context, input) => {
    const organization = await findOrganization(context, input)
    return { ...organization, settings: settingsInForce(organization.settings) }
  },
  'organization update': async ({ store, wallClock }, { id, name, set }) => {
    const { settings: stored } = await findOrganization({ store } as CommandContext, { id })
    const change = { name, settings: parseSettings(set, stored) }
    if ('routing' in change.settings)
      throw new Problem('invalid_parameter', 'Routes are set by routing set, which looks whether they can be used.')
    return (await updateOrganization(store.database.db, id, change, wallClock())) ?? nobody('organization', id)
  },

  'key create': async (context, { organization, scopes }) => {
    const { id } = await findOrganization(context, { id: organization })
    const made = await context.apiKeys.create(id, { scopes: parseScopes(scopes), wall: context.wallClock() })
    return scopes === undefined ? { ...made, may_not: unnamedScopes } : made
  },
  'key list': async (context, { organization }) => {
    const { id } = await findOrganization(context, { id: organization })
    return { data: (await context.apiKeys.list(id)).map(showKey) }
  },
  'key rotate': async (context, { id, overlap, ...asked }) => {
    const { apiKeys, wallClock } = context
    const organization = await organizationOfKey(context, id, asked)
    const options = { overlapSeconds: overlap, wall: wallClock() }
    return (await apiKeys.rotate(organization, id, options)) ?? nobody('working key', id)
  },
  'key revoke': async (context, { id, ...asked }) => {
    const { apiKeys, wallClock } = context
    const organization = await organizationOfKey(context, id, asked)
    return showKey((await apiKeys.revoke(organization, id, wallClock())) ?? nobody('key', id))
  },

  'customer erase': eraseByOperator,
  ...supportCommands,

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
  'obligation close': closeByOperator,

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

  // Loaded here, because hardly any process that serves ever does it.
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
    return operate(context, id ?? nobody('organization', 'to move the clock for'), 'advanceSandboxClock', {
      body,
    })
  },
}

async function findOrganization({ store }: CommandContext, { id }: { readonly id: string }): Promise<Organization> {
  return (await loadOrganization(store.database.db, id)) ?? nobody('organization', id)
}

/** The organization of a key, whose id no other key has; the one that the operator names, if they name one. */
const organizationOfKey = async (
  { store }: CommandContext,
  id: string,
  { organization }: { readonly organization?: string },
): Promise<string> => {
  if (organization !== undefined) return organization
  const key = await acrossOrganizations(store.database.db, 'operator')
    .selectFrom('apiKeys')
    .select('organizationId')
    .where('id', '=', id)
    .executeTakeFirst()
  return key?.organizationId ?? nobody('key', id)
}

const readRules = (given: unknown): z.output<typeof riskRules> => {
  const read = riskRules.safeParse(given)
  if (read.success) return read.data
  throw new Problem('invalid_parameter', `The rules cannot be used:\n${z.prettifyError(read.error)}`)
}

const nobody = (what: string, id: string): never => {
  throw new Problem('not_found', `There is no ${what} ${JSON.stringify(id)}.`)
}

/** What a key without scopes may not do. */
const unnamedScopes = [...scopesToBeNamed].map((resource) => `${resource} (name the scope to allow it)`).join(', ')

const showKey = ({ id, hint, scopes, createdAt, expiresAt, revokedAt }: ApiKeyFacts): object => ({
  id,
  hint,
  scopes,
  created_at: createdAt,
  expires_at: expiresAt,
  revoked_at: revokedAt,
})
