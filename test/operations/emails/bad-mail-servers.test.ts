import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { openMailSink } from '../../support/emails/mail-sink.ts'
import { openScriptedMailServer, type SmtpScript, type SmtpStep } from '../../support/emails/scripted-mail-server.ts'
import { anOutgoingEmail, useMailServers } from '../../support/emails/use-mail-servers.ts'

const { closeAtEnd, openImpatientMailer, openMailer, openServer } = useMailServers()

/** The longest time for one full try of an impatient mailer, or for five quick ones, with a reserve for a busy machine. */
const boundMillis = 15_000

const impatient = { open: openImpatientMailer }

/** Hands an email over to a server that follows a script, and checks that this takes no longer than {@link boundMillis}. */
const handOverTo = async (script: SmtpScript, { login = '', open = openMailer } = {}) => {
  const server = await openServer(script)
  const mailer = open(server.url.replace('//', `//${login}`))
  const began = performance.now()
  const answer = await mailer.send(anOutgoingEmail())
  expect(performance.now() - began).toBeLessThan(boundMillis)
  return { answer, server, mailer }
}

const pipelining: SmtpScript = { EHLO: '250-mail.example\r\n250 PIPELINING' }
const steps = ['MAIL', 'RCPT', 'DATA', 'message'] as const satisfies readonly SmtpStep[]
const kindsOfServer: readonly (readonly [name: string, script: SmtpScript])[] = [
  ['a server', {}],
  ['a server with PIPELINING', pipelining],
]

describe.concurrent.each(kindsOfServer)('%s', (_, script) => {
  test('that accepts everything gets one message', async () => {
    const { answer, server } = await handOverTo(script)

    expect([answer, server.transferred()]).toEqual([{ kind: 'accepted' }, 1])
  })

  describe.each(steps)('that answers %s', (step) => {
    // If a mail server refuses the sender, the fault is in the billing server's settings, not in this email, and the operator can fix it.
    const final = step === 'MAIL' ? 'failed' : 'refused'

    test.each([450, 451, 452])('with %i has not accepted the email yet', async (code) => {
      const { answer } = await handOverTo({ ...script, [step]: `${code} 4.0.0 Later, please` })

      expect(answer).toEqual({ kind: 'failed', reason: expect.stringContaining('Later, please') })
    })

    test('with 421 accepts no email at the moment', async () => {
      const { answer } = await handOverTo({ ...script, [step]: '421 4.0.0 Later, please' })

      expect(answer).toEqual({ kind: 'failed', reason: expect.stringContaining('Later'), isUnreachable: true })
    })

    test.each([550, 551, 552, 553, 554, 501])(
      'with %i refuses the email for good, but fails if it refuses the sender',
      async (code) => {
        const { answer } = await handOverTo({ ...script, [step]: `${code} 5.0.0 Never` })

        expect(answer).toEqual({ kind: final, reason: expect.stringContaining('Never') })
      },
    )

    test('with a policy against this server has not accepted the email yet', async () => {
      const { answer } = await handOverTo({ ...script, [step]: '554 5.7.1 Relaying denied' })

      expect(answer.kind).toBe('failed')
    })

    test('with several lines of 550 refuses the email for good, but fails if it refuses the sender', async () => {
      const { answer } = await handOverTo({ ...script, [step]: '550-5.1.1 No such\r\n550 5.1.1 mailbox' })

      expect(answer.kind).toBe(final)
    })

    test.each([500, 502, 503, 530, 535])('with %i refuses no particular email', async (code) => {
      const { answer } = await handOverTo({ ...script, [step]: `${code} 5.7.0 Not like this` })

      expect(answer.kind).toBe('failed')
    })

    test.each(['Hello!', '999 Hello', '\u0001\u0002\u0003', '55', '-550 ', '600 Hello'])(
      'with %j has not accepted the email yet',
      async (garbage) => {
        const { answer } = await handOverTo({ ...script, [step]: garbage })

        expect(answer.kind).toBe('failed')
      },
    )

    test('with silence is given up after the time-out', async () => {
      const { answer } = await handOverTo({ ...script, [step]: () => {} }, impatient)

      expect(answer).toMatchObject({ kind: 'failed' })
    })

    test('by closing the connection gets no second copy', async () => {
      const { answer, server } = await handOverTo({ ...script, [step]: (socket: Socket) => void socket.end() })
      await pause(300)

      expect(answer).toMatchObject({ kind: 'failed' })
      expect(server.transferred()).toBeLessThanOrEqual(step === 'message' ? 1 : 0)
    })

    test('by cutting the connection gets no second copy', async () => {
      const { answer, server } = await handOverTo({
        ...script,
        [step]: (socket: Socket) => void socket.resetAndDestroy(),
      })
      await pause(300)

      expect(answer).toMatchObject({ kind: 'failed' })
      expect(server.transferred()).toBeLessThanOrEqual(step === 'message' ? 1 : 0)
    })
  })
})

describe.concurrent('before the email is sent', () => {
  test.each([421, 450, 451, 452, 500, 521, 530, 550, 554])(
    'a greeting of %i says nothing about the email',
    async (code) => {
      const { answer, server } = await handOverTo({ greeting: `${code} Not now` })

      expect(answer).toEqual({ kind: 'failed', reason: expect.stringContaining('Not now'), isUnreachable: true })
      expect(server.commands).toEqual([])
    },
  )

  test.each([421, 451, 550, 554])(
    'an answer of %i to the name of this server says nothing about the email',
    async (code) => {
      const { answer } = await handOverTo({ EHLO: `${code} Not you` })

      expect(answer).toEqual({ kind: 'failed', reason: expect.stringContaining('Not you'), isUnreachable: true })
    },
  )

  test.each([421, 454, 530, 534, 535, 550])(
    'a login that is answered by %i is a fault for the operator to fix',
    async (code) => {
      const { answer, server } = await handOverTo({ AUTH: `${code} No` }, { login: 'folio:secret@' })

      expect(answer).toEqual({ kind: 'failed', reason: expect.stringContaining('No'), isUnreachable: true })
      expect(answer.kind === 'failed' && answer.reason).not.toContain('secret')
      expect(server.commands.join()).not.toContain('MAIL')
    },
  )

  test.each<readonly [string, SmtpScript]>([
    ['says nothing at all', { greeting: () => {} }],
    ['greets with garbage', { greeting: 'HTTP/1.1 400 Bad Request\r\n\r\n' }],
    ['closes before it greets', { greeting: (socket: Socket) => void socket.end() }],
    ['cuts the connection before it greets', { greeting: (socket: Socket) => void socket.resetAndDestroy() }],
    ['closes after it has greeted', { greeting: (socket: Socket) => void socket.end('220 mail.example\r\n') }],
    ['greets and is silent', { EHLO: () => {} }],
    ['never ends its greeting', { greeting: '220-mail.example' }],
    ['answers without an end', { EHLO: (socket: Socket) => void socket.write('x'.repeat(2_000_000)) }],
  ])('a server that %s has not accepted it', async (_, script) => {
    expect((await handOverTo(script, impatient)).answer).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(/./),
      isUnreachable: true,
    })
  })

  test('a server that refuses the connection has not accepted the email', async () => {
    const server = await openScriptedMailServer({})
    await server.close()

    expect(await openMailer(server.url).send(anOutgoingEmail())).toMatchObject({ kind: 'failed', isUnreachable: true })
  })

  test('a server whose name is unknown has not accepted the email', async () => {
    expect(await openImpatientMailer('smtp://mail.invalid').send(anOutgoingEmail())).toMatchObject({
      kind: 'failed',
      isUnreachable: true,
    })
  })
})

describe.concurrent('a mail server that sends its answers byte by byte', () => {
  /** Sends bytes until the connection ends, so often that a limit on silence never applies. */
  const trickle: SmtpScript[SmtpStep] = (socket) => {
    const timer = setInterval(() => socket.write('2'), 50)
    socket.on('close', () => clearInterval(timer))
  }

  test.each(['greeting', 'EHLO', ...steps] as const)('at %s is given up after the time-out', async (step) => {
    const { answer, server } = await handOverTo({ [step]: trickle }, impatient)

    expect(answer).toMatchObject({ kind: 'failed', isUnreachable: true })
    await expect.poll(server.open).toBe(0)
  })

  test('within the time-out has accepted the email', async () => {
    const slowly: SmtpScript[SmtpStep] = (socket) => {
      for (const [index, byte] of [...'250 Accepted\r\n'].entries()) setTimeout(() => socket.write(byte), index * 20)
    }

    expect((await handOverTo({ message: slowly })).answer).toEqual({ kind: 'accepted' })
  })

  test('gets later emails once it has recovered', async () => {
    const { server, mailer } = await handOverTo({ message: trickle }, impatient)
    await Promise.all(Array.from({ length: 8 }, (_, index) => mailer.send(anOutgoingEmail(`email_${index}`))))
    server.follow({})

    expect(await mailer.send(anOutgoingEmail('email_later'))).toEqual({ kind: 'accepted' })
  })

  test('does not get an email later whose turn did not come before the time-out', async () => {
    const { server, mailer } = await handOverTo({ MAIL: trickle }, impatient)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => mailer.send(anOutgoingEmail(`email_${index}`))),
    )
    server.follow({})
    await pause(500)

    expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(['failed']))
    expect(server.transferred()).toBe(0)
  })
})

describe.concurrent('one conversation with several emails', () => {
  test('continues after a refused email', async () => {
    const { server, mailer } = await handOverTo({ RCPT: '550 No such mailbox' })
    server.follow({})
    await pause(100)
    const again = await mailer.send(anOutgoingEmail('email_2'))

    expect([again.kind, server.connections()]).toEqual(['refused', 1])
  })

  test('is opened again if the server has closed it meanwhile, and each email arrives once', async () => {
    const { server, mailer } = await handOverTo({
      message: (socket) => {
        socket.write('250 Accepted\r\n')
        setTimeout(() => socket.end('421 Bye\r\n'), 100)
      },
    })
    await pause(200)
    const second = await mailer.send(anOutgoingEmail('email_2'))

    expect([second, server.transferred(), server.connections()]).toEqual([{ kind: 'accepted' }, 2, 2])
  })
})

test('a closed mailer hands no email over', async () => {
  const sink = closeAtEnd(await openMailSink())
  const mailer = openMailer(sink.url)
  mailer.close()

  expect(await mailer.send(anOutgoingEmail())).toMatchObject({ kind: 'failed', isUnreachable: true })
  expect(sink.arrived).toEqual([])
})
