import {
  type AccountType,
  type DeviceWalletType,
  paymentMethod,
  type PaymentMethodType,
} from '@billing-checkout/contract'
import { describe, expect, test } from 'vitest'
import type { AuthorizeRequest, Processor, ProcessorOutcome } from '../../processor.ts'
import { aCharge, storedMethod, tokenOf } from '../processor-requests.ts'

/** Tokens of one kind of device wallet in a processor's test mode. */
export interface TokensOfWallet {
  readonly type: DeviceWalletType
  readonly approves: string
  readonly declines: string
}

/** A kind of device wallet for which a processor shows its own button. */
export interface ButtonOfWallet {
  readonly type: DeviceWalletType
  /** Makes a new token of a card in such a wallet, as the button would. */
  readonly tokenize: (outcome: 'approves' | 'declines') => string | Promise<string>
}

/** Wallets in a processor's test mode. */
export interface WalletsOfProcessor {
  /** The buttons that the processor shows; absent if it shows none. */
  readonly buttons?: readonly ButtonOfWallet[]
  readonly devices: readonly TokensOfWallet[]
  readonly accounts: readonly AccountType[]
  /** Approves the request with this reference, as a shopper would at the processor. */
  readonly approve: (reference: string) => Promise<unknown>
}

/** Tests what a processor's port promises about wallets, including that the processor lists exactly the kinds that it can charge. */
export const testWallets = (processor: () => Processor, wallets: WalletsOfProcessor | null): void => {
  test('are exactly those that the processor lists as chargeable', () => {
    const known = [
      ...(wallets?.accounts ?? []),
      ...(wallets?.devices.map(({ type }) => type) ?? []),
      ...(wallets?.buttons?.map(({ type }) => type) ?? []),
    ]

    expect(
      processor()
        .methodKinds.filter((kind) => kind !== 'CARD')
        .toSorted(),
    ).toEqual(known.toSorted())
  })
  for (const device of wallets?.devices ?? []) {
    describe(`of ${device.type}`, () => {
      testDevice(processor, device)
    })
  }
  for (const button of wallets?.buttons ?? []) {
    describe(`of ${button.type}, by a button of its own,`, () => {
      testButton(processor, button)
    })
  }
  for (const type of wallets?.accounts ?? []) {
    describe(`of ${type}`, () => {
      testAccount(processor, type, wallets!)
    })
  }
}

const charge = (method: AuthorizeRequest['method'], request: Partial<AuthorizeRequest> = {}): AuthorizeRequest => ({
  ...aCharge(''),
  method,
  store: true,
  returnUrl: 'http://localhost/return',
  browser: { address: '203.0.113.7', userAgent: 'A browser of the suite' },
  ...request,
})

const testDevice = (processor: () => Processor, { type, approves, declines }: TokensOfWallet): void => {
  const wallet = (token: string) => ({ kind: 'wallet_token', type, token }) as const

  test('charges the token of a device at once, and describes its card without the token', async () => {
    const outcome = await processor().authorize(charge(wallet(approves)))

    expect(outcome).toMatchObject({ kind: 'approved', facts: { tokenType: 'NETWORK_TOKEN' } })
    expect(parseLearntDetails(outcome, type)).toMatchObject({ is_network_tokenized: true })
    expect(JSON.stringify(outcome)).not.toContain(`"${approves}"`)
  })

  test('answers a repetition with the same outcome, and another token with taken', async () => {
    const request = charge(wallet(approves))
    const first = await processor().authorize(request)

    expect(await processor().authorize(request)).toEqual(first)
    expect(await processor().lookUp(request.reference)).toEqual(first)
    expect(await processor().authorize({ ...request, method: wallet(declines) })).toMatchObject({ kind: 'taken' })
  })

  test.each([declines, 'a token that no device gave'])('declines the token %s', async (token) => {
    expect(await processor().authorize(charge(wallet(token)))).toMatchObject({
      kind: 'declined',
      facts: { authCode: null },
      message: expect.stringMatching(/\w/),
    })
  })

  test('is charged later without the shopper', () =>
    expectChargedLater(processor, async () => processor().authorize(charge(wallet(approves), { amount: 0 }))))
}

const testButton = (processor: () => Processor, { type, tokenize }: ButtonOfWallet): void => {
  const paying = async (outcome: 'approves' | 'declines') =>
    charge({ kind: 'processor_token', token: await tokenize(outcome) })

  test('is shown, and described as what came out of that wallet', async () => {
    const described = await processor().describe?.(await tokenize('approves'))

    expect(processor().cardEntry?.wallets).toContain(type)
    expect(described?.wallet).toBe(type)
    paymentMethod.parse({ id: `pm_${crypto.randomUUID()}`, type, details: described?.details, billing_address: null })
  })

  test('charges, and declines, as a card would, and is charged later without the shopper', async () => {
    expect(await processor().authorize(await paying('declines'))).toMatchObject({ kind: 'declined' })
    await expectChargedLater(processor, async () => processor().authorize(await paying('approves')))
  })
}

const testAccount = (processor: () => Processor, type: AccountType, { approve }: WalletsOfProcessor): void => {
  const inItsCurrency = () => ({ currency: processor().currenciesOfKinds?.[type]?.[0] ?? ('EUR' as const) })
  const ask = async (request: Partial<AuthorizeRequest> = {}) => {
    const asked = charge({ kind: 'account', type }, { ...inItsCurrency(), ...request })
    return { asked, outcome: await processor().authorize(asked) }
  }

  test('sends the shopper to the same page however often the request is repeated', async () => {
    const { asked, outcome } = await ask()

    expect(outcome).toMatchObject({
      kind: 'action_required',
      action: { type: 'redirect', url: expect.stringMatching(/./) },
      threeDSecure: null,
    })
    expect(await processor().authorize(asked)).toEqual(outcome)
    expect(await processor().lookUp(asked.reference)).toEqual(outcome)
  })

  test('is charged once its holder has approved, reports the holder, and is charged later without them', async () => {
    const { asked } = await ask()
    await approve(asked.reference)
    const outcome = await processor().lookUp(asked.reference)

    expect(outcome).toMatchObject({ kind: 'approved', facts: { tokenType: 'PROCESSOR_TOKEN' } })
    expect(parseLearntDetails(outcome!, type)).toBeDefined()
    await expectChargedLater(processor, async () => outcome!, inItsCurrency())
  })

  test('has the same id each time, and others have a different one', async () => {
    const ids: unknown[] = []
    for (const amount of [0, 500]) {
      const { asked } = await ask({ amount })
      await approve(asked.reference)
      const outcome = await processor().lookUp(asked.reference)
      ids.push(outcome?.kind === 'approved' && outcome.learnt?.accountId)
    }

    expect(ids[0]).toBe(ids[1])
  })

  test('moves no money any more when the reference was closed, also if the holder approves then', async () => {
    const { asked } = await ask()
    const closed = await processor().close(asked.reference)
    await approve(asked.reference)

    expect(closed).toMatchObject({ kind: 'abandoned', facts: { authCode: null } })
    expect(await processor().lookUp(asked.reference)).toEqual(closed)
  })
}

/** The details that an outcome reveals about the method, validated against the shape of the method's kind. */
const parseLearntDetails = (outcome: ProcessorOutcome, type: PaymentMethodType): object | undefined => {
  const details = outcome.kind === 'approved' ? outcome.learnt?.details : undefined
  return paymentMethod.parse({ id: `pm_${crypto.randomUUID()}`, type, details, billing_address: null }).details
}

const expectChargedLater = async (
  processor: () => Processor,
  store: () => Promise<ProcessorOutcome>,
  request: Partial<AuthorizeRequest> = {},
) => {
  const token = tokenOf(await store())
  const later = charge({ ...storedMethod(token), expMonth: null, expYear: null } as AuthorizeRequest['method'], {
    initiator: 'MIT',
    returnUrl: null,
    ...request,
  })

  expect(await processor().authorize(later)).toMatchObject({
    kind: 'approved',
    facts: { tokenType: 'PROCESSOR_TOKEN' },
    storedToken: token,
  })
}
