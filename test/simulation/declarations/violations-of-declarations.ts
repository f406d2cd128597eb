import type { DeclarationOutcome, PaymentStatus } from '@billing-checkout/contract'
import { isCaptured, isAuthorizedOrCaptured, judgeWithdrawal, type WithdrawnContract } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '#server/store/database.ts'
import type { World } from '../world.ts'

/** The effect of a declaration on a contract, with the contract's charges. */
interface DeclaredEffect {
  readonly declaration: string
  readonly declaredAt: string
  readonly contract: string
  readonly outcome: DeclarationOutcome
  readonly endsAt: string | null
  /** Whether the declaration scheduled the end for a future date. */
  readonly isDated: boolean
  readonly refunds: readonly { readonly payment_id: string; readonly amount: number }[]
  readonly country: string | null
  readonly concludedAt: string
  readonly isNoticed: boolean
  readonly supply: 'service' | 'content' | null
  readonly charges: readonly Charge[]
}

interface Charge {
  readonly id: string
  readonly status: PaymentStatus
  readonly purpose: string
  readonly createdAt: string
  readonly paid: number
  readonly credit: number
  /** What was refunded or withdrawn by disputes, including refunds that are still owed. */
  readonly back: number
  /** The start of the period that a renewal pays; null for other payments. */
  readonly renewsFrom: string | null
  readonly period: { readonly start: string; readonly end: string } | null
}

/**
 * Violations of declarations once everything is finished, a sentence each: each declaration must be applied; a withdrawal must refund what
 * the law says; no payment may return more than was paid; a renewal after a declared end must be refunded, and none may begin after the
 * subscription has ended.
 */
export const violationsOfDeclarations = async ({ billing, organization, note }: World): Promise<readonly string[]> => {
  const { effects, waiting, late } = await readDeclared(billing.database, organization.id)
  for (const { outcome, isDated } of effects)
    note(isDated ? 'a declaration: scheduled for a date' : `a declaration: ${outcome}`)
  return [
    ...waiting.map((id) => `Declaration ${id} was never acted on.`),
    ...late.map((id) => `Payment ${id} was begun to renew a subscription after its end.`),
    ...effects.flatMap((effect) => [...violationsOfRefunds(effect), ...violationsOfEnd(effect)]),
  ]
}

const violationsOfRefunds = (effect: DeclaredEffect): string[] => {
  const { declaration, contract, outcome, refunds, charges, declaredAt } = effect
  const overpaid = charges
    .filter(({ back, paid }) => back > paid)
    .map(({ id, back, paid }) => `Payment ${id} gave back ${back} of ${paid}.`)
  if (outcome !== 'withdrawn')
    return outcome !== 'ended' && refunds.length > 0
      ? [...overpaid, `Declaration ${declaration} was ${outcome} and refunded something.`]
      : overpaid
  const before = charges.filter(({ createdAt, status }) => createdAt <= declaredAt && isCaptured(status))
  const rights = judgeWithdrawal(contractOf(effect, before), declaredAt)
  if (rights.kind !== 'withdrawn')
    return [...overpaid, `Declaration ${declaration} withdrew from ${contract}, though the law says ${rights.kind}.`]
  return [
    ...overpaid,
    ...before.flatMap(({ id, back }, place) => {
      const right = rights.refundsMinor[place]!
      const given = refunds.find((refund) => refund.payment_id === id)?.amount ?? 0
      return given > right || back < right
        ? [`Payment ${id} gave back ${back}, ${given} by declaration ${declaration}; the law says ${right}.`]
        : []
    }),
  ]
}

/** The contract as though nothing had been refunded before, so that the law gives the total to refund. */
const contractOf = (
  { country, concludedAt, isNoticed, supply }: DeclaredEffect,
  charges: readonly Charge[],
): WithdrawnContract => ({
  country,
  concludedAt,
  noticeAt: isNoticed ? concludedAt : null,
  immediateSupply: supply,
  isConfirmed: true,
  charges: charges.map(({ paid, credit, period }) => ({
    priceMinor: paid + credit,
    paidMinor: paid,
    refundedMinor: 0,
    period,
  })),
})

const violationsOfEnd = ({ declaration, endsAt, charges }: DeclaredEffect): string[] =>
  charges
    .filter(
      ({ renewsFrom, status }) =>
        endsAt !== null && renewsFrom !== null && renewsFrom >= endsAt && isAuthorizedOrCaptured(status),
    )
    .filter(({ back, paid }) => back < paid)
    .map(({ id }) => `Payment ${id} renewed from ${endsAt} on, when declaration ${declaration} ended its subscription.`)

interface Declared {
  readonly effects: readonly DeclaredEffect[]
  readonly waiting: readonly string[]
  readonly late: readonly string[]
}

const readDeclared = async (database: Database, organizationId: string): Promise<Declared> => {
  const { rows } = await sql<Declared>`
    with iso as (select 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"' as format),
    charges as (
      select p.subscription_id, p.id, p.created_at, p.payment_status in ('SETTLING', 'SETTLED') as is_captured, jsonb_build_object(
        'id', p.id, 'status', p.payment_status, 'purpose', p.purpose,
        'createdAt', to_char(p.created_at at time zone 'UTC', format),
        'paid', least(coalesce(p.collected_amount, p.amount), p.amount),
        'credit', p.credit_amount,
        'back', p.refunded_amount + p.disputed_amount + coalesce((select sum(o.amount) from obligations o
          where o.organization_id = p.organization_id and o.payment_id = p.id and o.kind = 'refund' and o.state = 'open' and o.is_counted), 0),
        'renewsFrom', case when c.kind = 'period' then to_char(c.period_start at time zone 'UTC', format) end,
        'period', case
          when p.id = s.period_payment_id then jsonb_build_object(
            'start', to_char(s.current_period_start at time zone 'UTC', format), 'end', to_char(s.current_period_end at time zone 'UTC', format))
          when c.quote->'period' is not null then jsonb_build_object('start', c.quote->'period'->'start', 'end', c.quote->'period'->'end')
          when c.quote->'draft'->'nextCharge' <> 'null' then jsonb_build_object(
            'start', to_char(p.created_at at time zone 'UTC', format), 'end', c.quote->'draft'->'nextCharge'->'at') end
      ) as charge
      from payments p join claims c on c.organization_id = p.organization_id and c.id = p.claim_id cross join iso
        left join subscriptions s on s.organization_id = p.organization_id and s.id = p.subscription_id
      where p.organization_id = ${organizationId}
    )
    select
      (select coalesce(jsonb_agg(jsonb_build_object('declaration', d.id, 'contract', e.contract_id, 'outcome', e.outcome,
          'declaredAt', to_char(d.created_at at time zone 'UTC', format), 'endsAt', to_char(e.ends_at at time zone 'UTC', format),
          'isDated', e.outcome = 'scheduled' and d.requested_end_at > d.created_at and e.ends_at >= d.requested_end_at,
          'refunds', e.refunds, 'country', coalesce(r.consent->>'country', nullif(coalesce(s.country_of_sale,
            (select c.quote->>'countryOfSale' from payments p join claims c on c.organization_id = p.organization_id and c.id = p.claim_id
              where p.organization_id = d.organization_id and p.id = e.payment_id)), 'ZZ')),
          'concludedAt', to_char(coalesce(r.created_at, s.created_at,
            (select created_at from payments p where p.organization_id = d.organization_id and p.id = e.payment_id)) at time zone 'UTC', format),
          'isNoticed', r.id is null or r.session_id is null or r.consent->>'withdrawal_url' is not null, 'supply', r.consent->'immediate_supply',
          'charges', (select coalesce(jsonb_agg(charge order by created_at), '[]') from charges
            where (charges.subscription_id = e.subscription_id or charges.id = e.payment_id)
              and (r.created_at is null or charges.created_at >= r.created_at)))), '[]')
        from declarations d join declaration_effects e on e.organization_id = d.organization_id and e.declaration_id = d.id cross join iso
          left join subscriptions s on s.organization_id = d.organization_id and s.id = e.subscription_id
          left join consents r on r.organization_id = d.organization_id and r.purpose in ('subscribe', 'pay')
            and (r.subscription_id = e.subscription_id or r.payment_id = e.payment_id)
        where d.organization_id = ${organizationId}) as effects,
      (select coalesce(jsonb_agg(id), '[]') from declarations where organization_id = ${organizationId} and due_at is not null) as waiting,
      (select coalesce(jsonb_agg(p.id), '[]') from payments p
        join events begun on begun.organization_id = p.organization_id and begun.type = 'payment.created' and begun.object->>'id' = p.id
        join events ended on ended.organization_id = p.organization_id and ended.type = 'subscription.cancelled'
          and ended.object->>'id' = p.subscription_id and ended.sequence < begun.sequence
        where p.organization_id = ${organizationId} and p.purpose = 'renew') as late`.execute(database)
  return rows[0]!
}
