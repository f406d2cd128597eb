import { expect, test } from 'vitest'
import { createLogger } from './create-logger.ts'

const logged = (log: (logger: ReturnType<typeof createLogger>) => void): string => {
  const lines: string[] = []
  log(createLogger('info', { write: (line) => void lines.push(line) }))
  return lines.join('')
}

test('a line is JSON with a time, a level and what was named', () => {
  const line = logged((logger) => logger.info({ status: 200 }, 'answered'))

  expect(JSON.parse(line)).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    status: 200,
    msg: 'answered',
  })
})

test('of an error only what it is and where it happened is logged', () => {
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
])('%s never leaves the process', (_, secret) => {
  const line = logged((logger) => logger.error({ err: new Error(`oops ${secret}`) }, `about ${secret}`))

  expect(line).toContain('[masked]')
  expect(line).not.toContain(secret)
  expect(() => JSON.parse(line)).not.toThrow()
})

test('times and ids are left alone', () => {
  const line = logged((logger) =>
    logger.info({ id: 'pay_01933f2e-93a2-7f9c-8f3c-411111111111' }, '2026-11-21T12:00:00.000Z'),
  )

  expect(line).not.toContain('[masked]')
})
