import { beforeAll, expect, test } from 'vitest'
import type { AuthorizeRequest, Processor } from '#server/processors/processor.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import type { Answer } from '../../support/services/running-service.ts'
import { aBuyer, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

const declined = '4000000000000002'
const limit = 3

/** The status of a payment, or the error code if there is no payment. */
const code = ({ body }: Answer): string => body.error?.code ?? body.payment_status

/** Leading digits of cards that this processor approves. The sandbox itself declines every card that is not a published test card. */
const good = '555500'
const stolen = '471600'

/** A sandbox that knows more cards than the published ones, and whose calls can be held back. */
const aProcessor = (inner: Processor) => {
  let open = Promise.withResolvers<void>()
  open.resolve()
  const seen: AuthorizeRequest[] = []
  const processor: Processor = {
    ...inner,
    async authorize(request) {
      seen.push(request)
      await open.promise
      const { method } = request
      if (method.kind !== 'typed_card' || !method.card.number.startsWith(good)) return inner.authorize(request)
      return inner.authorize({
        ...request,
        method: { ...method, card: { ...method.card, number: '4242424242424242' } },
      })
    },
  }
  return {
    processor,
    seen,
    hold: () => void (open = Promise.withResolvers()),
    letGo: () => open.resolve(),
  }
}

let cards = 0

/** A valid card number that no other shopper has. */
const aNumber = (leadingDigits = good): string => {
  const digits = `${leadingDigits}${String(++cards).padStart(9, '0')}`
  const sum = [...digits].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

describeUsualDatabase('shoppers who share a network address', (open, kind) => {
  let plan: { id: string }
  let addresses = 0
  let bank: ReturnType<typeof aProcessor>

  const service = useService(open, (database) => {
    bank = aProcessor(sandboxProcessor({ database: database.db }))
    return {
      processor: bank.processor,
      trustedProxies: ['loopback'],
      settings: { declines_per_address: limit },
    }
  })
  beforeAll(async () => {
    plan = await createPlan(service)
  })

  /** Creates shoppers at a network address that no other shopper has used. */
  const anAddress = () => {
    const from = { 'X-Forwarded-For': `192.0.2.${++addresses}` }
    const pay = async (number: string = aNumber()) => (await aBuyer(service, plan.id)).pay({ number }, {}, from)
    /** Lets all shoppers load the page first and then pay at the same time. */
    const payAtOnce = async (numbers: readonly string[]) => {
      const ready = await Promise.all(
        numbers.map(async (number) => {
          const buyer = await aBuyer(service, plan.id)
          return { buyer, number, seen: await buyer.look() }
        }),
      )
      return ready.map(({ buyer, number, seen }) => buyer.payAsSeen(seen, { number }, {}, from))
    }
    return { pay, payAtOnce }
  }

  test('all pay at the same time, many more than may be declined', { timeout: 60_000 }, async () => {
    const numbers = Array.from({ length: 16 }, (_, index) => (index % 8 === 7 ? declined : aNumber()))

    const answers = await Promise.all(await anAddress().payAtOnce(numbers))

    const counted = Object.groupBy(answers.map(code), (told) => told)
    expect({ paid: counted.SETTLING?.length, declined: counted.DECLINED?.length }).toEqual({ paid: 14, declined: 2 })
  })

  test('twelve stolen cards at the same time are declined at most as often as an hour allows', async () => {
    const numbers = Array.from({ length: 12 }, () => aNumber(stolen))

    const told = (await Promise.all(await anAddress().payAtOnce(numbers))).map(code)

    expect(told.filter((each) => each === 'DECLINED').length).toBeLessThanOrEqual(limit)
    expect(new Set(told)).toEqual(new Set(['DECLINED', 'too_many_attempts']))
  })

  test('one card in many sessions at the same time counts as declined while its payments are in flight', async () => {
    const { payAtOnce } = anAddress()
    bank.hold()

    const answers = await payAtOnce(Array.from({ length: limit + 1 }, () => declined))
    const refused = await Promise.race(answers)
    bank.letGo()

    expect(code(refused)).toBe('too_many_attempts')
    expect(refused.headers.get('Retry-After')).toBe('10')
    expect((await Promise.all(answers)).map(code).toSorted()).toEqual([
      ...Array.from({ length: limit }, () => 'DECLINED'),
      'too_many_attempts',
    ])
  })

  test('two approved cards allow one more decline', async () => {
    const { pay } = anAddress()
    for (let approved = 0; approved < 4; approved++) expect(code(await pay())).toBe('SETTLING')

    const told = []
    for (let tried = 0; tried < limit + 3; tried++) told.push(code(await pay(declined)))

    expect(told.filter((each) => each === 'DECLINED')).toHaveLength(limit + 2)
    expect(told.at(-1)).toBe('too_many_attempts')
  })

  test('one approved card allows no further decline, however often it pays', async () => {
    const { pay } = anAddress()
    const card = aNumber()
    for (let approved = 0; approved < 4; approved++) expect(code(await pay(card))).toBe('SETTLING')

    const told = []
    for (let tried = 0; tried < limit + 1; tried++) told.push(code(await pay(declined)))

    expect(told.filter((each) => each === 'DECLINED')).toHaveLength(limit)
    expect(told.at(-1)).toBe('too_many_attempts')
  })

  test('an address that has reached its limit is logged', () => {
    const lines = service.logged.filter((line) => line.includes('TRUST_PROXY'))

    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ level: 40, organization: service.organizationId, declines: limit }),
    )
  })

  test.skipIf(kind === 'embedded')(
    'a shopper waits at most ten seconds for others whose bank does not answer',
    async () => {
      const { payAtOnce } = anAddress()
      bank.hold()
      const before = bank.seen.length

      const answers = await payAtOnce(Array.from({ length: limit + 3 }, () => aNumber()))
      await expect.poll(() => bank.seen.length - before, { timeout: 25_000 }).toBe(limit + 3)
      bank.letGo()

      expect(new Set((await Promise.all(answers)).map(code))).toEqual(new Set(['SETTLING']))
    },
  )
})
