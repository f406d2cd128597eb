import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLogger } from './create-logger.ts'

const logged = (log: (logger: ReturnType<typeof createLogger>) => void): string => {
  const lines: string[] = []
  log(createLogger('info', { write: (line) => void lines.push(line) }))
  return lines.join('')
}

test('a log line is JSON with a time, a level and the named members', () => {
  const line = logged((logger) => logger.info({ status: 200 }, 'answered'))

  expect(JSON.parse(line)).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    status: 200,
    msg: 'answered',
  })
})

test('the log of an error has its message, code and stack, and no other member', () => {
  const error = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(ada@example.com)' })

  const line = logged((logger) => logger.error({ err: error }, 'failed'))

  expect(JSON.parse(line)).toMatchObject({ err: { message: 'duplicate key', code: '23505' } })
  expect(line).not.toContain('ada@')
})

test.each([
  ['an API key', 'sk_sandbox_abcdefghijklmnopqrstuvwxyz01234567'],
  ['a client token', 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl'],
  ['a sealed card', 'eyJhbGciOiJSU0EifQ.a2V5.aXY.Y2lwaGVy.dGFn'],
  ['a password', 'postgresql://billing:hunter2@db/billing'],
  ['a card number', '4242 4242 4242 4242'],
  ['a card number', '5555555555554444'],
  ['a card number with its code', '4929 9391 8735 5598 963'],
])('%s is never logged', (_, secret) => {
  const line = logged((logger) => logger.error({ err: new Error(`oops ${secret}`) }, `about ${secret}`))

  expect(line).toContain('[masked]')
  expect(line).not.toContain(secret)
  expect(() => JSON.parse(line)).not.toThrow()
})

test('our own identifiers are never masked as card numbers, whatever their digits', () => {
  const digits = fc.stringMatching(/^\d{8}-\d{4}-[47]\d{3}-[89]\d{3}-\d{12}$/)
  const prefix = fc.constantFrom('req_', 'pay_', 'sub_', 'cus_', 'org_', 'evt_', 'att_', '')

  fc.assert(
    fc.property(prefix, digits, (before, id) => {
      expect(logged((logger) => logger.info({ ms: 12, id: `${before}${id}` }, `${id} 4242`))).not.toContain('[masked]')
    }),
  )
})

test('a card number next to an identifier is masked, and the identifier is not', () => {
  const id = 'pay_01933f2e-93a2-7f9c-8f3c-411111111111'

  expect(logged((logger) => logger.info(`${id} 4242424242424242 ${id}`))).toContain(`${id} [masked] ${id}`)
})

test('times and ids are not masked', () => {
  const line = logged((logger) =>
    logger.info({ id: 'pay_01933f2e-93a2-7f9c-8f3c-411111111111' }, '2026-11-21T12:00:00.000Z'),
  )

  expect(line).not.toContain('[masked]')
})
