import { operations, Problem } from '@billing-checkout/contract'
import { expect, test } from 'vitest'
import { readRequest } from './read-request.ts'

const problemOf = (read: () => unknown): Problem => {
  try {
    read()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('nothing was refused')
}

const refusedQuery = (query: object) =>
  problemOf(() => readRequest(operations.findPayments, { params: {}, query, body: undefined }))
const refusedPayment = (body: unknown) =>
  problemOf(() => readRequest(operations.createPayment, { params: {}, query: {}, body }))

test('a valid request is read into values', () => {
  const read = readRequest(operations.findPayments, {
    params: {},
    query: { limit: '10', payment_status_in: ['SETTLED,FAILED', 'DECLINED'], from: '2026-01-31' },
    body: undefined,
  })

  expect(read.query).toEqual({
    limit: 10,
    payment_status_in: ['SETTLED', 'FAILED', 'DECLINED'],
    from: '2026-01-31T00:00:00.000Z',
  })
})

test.each([
  [{ limit: '0' }, 'limit must be between 1 and 1000, got 0.', 'too_small'],
  [{ limit: '1001' }, 'limit must be between 1 and 1000, got 1001.', 'too_big'],
  [{ limit: 'ten' }, 'limit must be a whole number, got ten.', 'invalid_format'],
  [{ limit: '' }, 'limit must be a whole number, got "".', 'invalid_format'],
  [{ limit: '99999999999999999999' }, 'limit must be a whole number, got 99999999999999999999.', 'invalid_format'],
  [{ limit: ['1', '2'] }, 'limit must be given once, got 2 values.', 'repeated'],
  [{ order: ['asc', 'asc'] }, 'order must be given once, got 2 values.', 'repeated'],
  [{ order: 'up' }, 'order must be one of asc, desc, got up.', 'invalid_value'],
  [
    { from: 'yesterday' },
    'from must be an ISO 8601 timestamp such as 2026-01-31T12:00:00Z, or a date, got yesterday.',
    'invalid_value',
  ],
  [{ search: 'a\0b' }, 'search must not contain the NUL character, got a\\u0000b.', 'invalid_value'],
])('%j: %s', (query, message, code) => {
  const problem = refusedQuery(query)

  expect(problem.code).toBe('invalid_parameter')
  expect(problem.message).toBe(message)
  expect(problem.details).toEqual([{ path: `query.${Object.keys(query)[0]}`, code, message }])
})

test('an error does not list a long set of allowed values', () => {
  expect(refusedQuery({ currency_code: 'usd' }).message).toMatch(
    /^currency_code must be one of the 15\d documented values \(AED, .*, …\), got usd\.$/,
  )
})

test('every issue of path, query and body is listed at once', () => {
  const problem = problemOf(() =>
    readRequest(operations.updateCustomer, {
      params: { id: '' },
      query: { verbose: '1' },
      body: { email: 'nobody', metadata: [], name: 'x' },
    }),
  )

  expect(problem.code).toBe('invalid_parameter')
  expect(problem.details.map(({ path, code }) => [path, code])).toEqual([
    ['path.id', 'invalid_value'],
    ['query.verbose', 'unknown_parameter'],
    ['body.email', 'invalid_format'],
    ['body.metadata', 'invalid_type'],
    ['body.name', 'unknown_parameter'],
  ])
  expect(problem.message).toBe(problem.details.map((detail) => detail.message).join(' '))
})

test('a request whose only issues are unknown members has its own error code', () => {
  const problem = refusedQuery({ limt: '5', '<script>': '1' })

  expect(problem.code).toBe('unknown_parameter')
  expect(problem.message).toBe('limt is not a parameter here. "<script>" is not a parameter here.')
})

test('of two possible shapes, the issues of the closer one are reported', () => {
  const problem = refusedPayment({ payment_method: { type: 'CARD', details: {} } })

  expect(problem.details).toEqual([
    {
      path: 'body.payment_method.details.encrypted',
      code: 'required',
      message: 'payment_method.details.encrypted is required.',
    },
  ])
})

test('a card number sent in the wrong place is not repeated', () => {
  const problem = refusedPayment({
    payment_method: { type: 'CARD', details: { encrypted: '4242 4242 4242 4242' } },
    plan: { id: 5555555555554444 },
  })

  expect(JSON.stringify(problem)).not.toMatch(/4242 4242|5555555555554444/)
  expect(problem.message).toContain('[masked]')
})

test('a card number with its security code is refused in any place, and not repeated', () => {
  const problem = refusedPayment({
    customer: { id: 'cus_1' },
    plan: { id: 'price_1' },
    metadata: { note: 'pays with 4929 9391 8735 5598, 963', '4929939187355598': { cvc: '963' } },
  })

  expect(problem.details).toEqual([
    {
      path: 'body.metadata.note',
      code: 'invalid_value',
      message: 'body.metadata.note must not hold a card number with its security code.',
    },
  ])
  expect(problem.message).not.toMatch(/4929|963/)
})

test('a value in an error message is short and on one line', () => {
  const problem = refusedPayment({
    plan: { id: 'x\n'.repeat(5000) },
    expected: { amount: 'ä'.repeat(60_000), currency: {} },
  })

  expect(problem.message.length).toBeLessThan(600)
  expect(problem.message).not.toContain('\n')
})

test('of thousands of issues the answer has the first hundred', () => {
  const problem = refusedPayment(Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`member_${index}`, 1])))

  expect(problem.details).toHaveLength(100)
  expect(problem.message).toMatch(/And 4995 more\.$/)
})

test('an error about a number states both of its bounds', () => {
  expect(refusedPayment({ expected: { amount: -1, currency: 'EUR' } }).message).toBe(
    'expected.amount must be between 0 and 1000000000000, got -1.',
  )
})
