import { randomUUID } from 'node:crypto'
import type { PaymentMethod } from '@billing-checkout/contract'
import type { AttemptNotes } from '../../store/schema/attempts.ts'
import { newId } from '../../store/writes/new-id.ts'
import type { Write } from '../../store/writes/write.ts'
import { actionUrl } from '../action-url.ts'
import { deriveReference } from '../attempts/derive-reference.ts'
import { type NextAttempt, type OpenAttempt, openAttempt } from '../attempts/open-attempt.ts'
import type { Billing } from '../billing.ts'
import { type ChargeDraft, fingerprintOf } from '../charge-input/charge-draft.ts'
import { hashAddress } from '../checks/declines-of-address.ts'
import { discoveredDetails } from '../outcomes/discovered-details.ts'
import { lockName, lockNamesOf } from '../lock-names-of.ts'
import { addressOf, authorizeRequest } from './authorize-request.ts'

/** A recorded payment, and its method as the payment shows it. */
interface RecordedPayment {
  readonly paymentId: string
  readonly method: PaymentMethod | null
  /** The id of the attempt, if it has been assigned. */
  readonly attemptId?: string
}

/**
 * Records a payment's authorization attempt. If the shopper is present, the attempt gets an action id, which names our page for a
 * challenge.
 */
export const openAuthorization = async (
  billing: Billing,
  work: Write,
  charge: ChargeDraft,
  { paymentId, method, attemptId = newId('att', work) }: RecordedPayment,
): Promise<OpenAttempt> => {
  const actionId = charge.type === 'CIT' ? randomUUID() : undefined
  const basis = charge.reference ?? ['merchant without key', attemptId]
  const { reference, preimage } = deriveReference(work.organizationId, basis)
  const request = {
    ...authorizeRequest(work, charge, { reference, paymentId, method }),
    returnUrl: actionId === undefined ? null : actionUrl(billing, actionId, 'return'),
  }
  const notes = await notesFor(billing, work, charge, method)
  const opened = openAttempt(billing, work, {
    paymentId,
    attemptId,
    customerId: charge.customer.id,
    exclusiveNames: exclusiveNames(billing, charge, notes),
    connection: connectionOf(charge),
    call: { kind: 'authorize', request },
    preimage,
    idempotency: charge.idempotency,
    notes,
    actionId,
    callsAtOnce: charge.callsAtOnce,
  })
  return { ...opened, next: () => nextOf(billing, charge, { paymentId, method, reference }) }
}

/**
 * Returns the same charge over the next connection, under a new reference; undefined if there is no next connection. The returned charge
 * cannot be handed on again.
 */
const nextOf = (
  billing: Billing,
  charge: ChargeDraft,
  { reference, ...payment }: RecordedPayment & { readonly reference: string },
): NextAttempt | undefined => {
  const connection = charge.nextConnection?.()
  if (connection === undefined || charge.method.kind !== 'typed') return undefined
  const { nextConnection: _, ...once } = charge
  const next: ChargeDraft = {
    ...once,
    method: { ...charge.method, connection },
    reference: ['handed on', reference, connection],
    // The request's idempotency key stays with the first attempt.
    idempotency: null,
  }
  return { connection, open: (work, attemptId) => openAuthorization(billing, work, next, { ...payment, attemptId }) }
}

/** The connection to charge over. A stored method is charged only over the connection that stored it. */
const connectionOf = ({ method }: ChargeDraft): string =>
  method.kind === 'stored' ? method.row.connection : method.connection

/**
 * Returns the names of the locks that committing the charge's outcome needs, so that the commit can share a transaction (DECISIONS 50). If
 * another payment for the same thing waits for a challenge, the commit also locks an e-mail address and needs a transaction of its own. A
 * wallet's account is known only from the outcome.
 */
const exclusiveNames = (
  billing: Billing,
  { customer, view: { subscription }, method, address, competesWithChallenge }: ChargeDraft,
  notes: AttemptNotes,
): OpenAttempt['exclusiveNames'] => {
  if (competesWithChallenge === true) return undefined
  const names = lockNamesOf({ customerId: customer.id, subscriptionId: subscription?.id ?? null })
  return (outcome) => {
    const { fingerprint = fingerprintOf(method) } =
      'learnt' in outcome ? discoveredDetails(billing, notes, outcome) : {}
    return [...names, ...cardOfAddress(fingerprint, address && hashAddress(billing, address))]
  }
}

/**
 * The lock under which approvals of one card from one network address are counted. Each card counts once a day, so two approvals must not
 * be counted at the same time.
 */
const cardOfAddress = (fingerprint: string | null, address: string | null): readonly string[] =>
  fingerprint === null || address === null ? [] : [lockName.cardOfAddress(fingerprint, address)]

/** Facts that are needed to finish the authorization and that the payment does not contain. */
const notesFor = async (
  billing: Billing,
  work: Write,
  charge: ChargeDraft,
  method: PaymentMethod | null,
): Promise<AttemptNotes> => {
  const vaultId = await keepCard(billing, work, charge)
  return {
    ...(charge.address !== null && { address: charge.address }),
    ...(vaultId !== undefined && { vaultId }),
    ...walletNote(work, charge, method),
    ...(charge.competesWithChallenge && { competesWithChallenge: charge.competesWithChallenge }),
  }
}

/**
 * Puts the card into our vault before the charge, if it is to be stored and the processor needs the card's number for every later charge.
 */
const keepCard = async (
  { processors, vault }: Billing,
  work: Write,
  charge: ChargeDraft,
): Promise<string | undefined> => {
  const { method, store } = charge
  if (!store || method.kind !== 'typed' || method.charged.kind !== 'typed_card') return undefined
  if (!processors.of(method.connection).needsCardNumber) return undefined
  const { cvc: _, ...card } = method.charged.card
  const id = newId('card', work)
  await vault.keep(work.db, { organizationId: work.organizationId, id }, card, work.now)
  return id
}

const walletNote = (
  work: Write,
  { method }: ChargeDraft,
  presented: PaymentMethod | null,
): Pick<AttemptNotes, 'wallet'> =>
  method.kind === 'wallet'
    ? { wallet: { id: presented?.id ?? newId('pm', work), type: method.type, billingAddress: addressOf(method) } }
    : {}
