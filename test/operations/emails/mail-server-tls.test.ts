import type { SMTPServerOptions } from 'smtp-server'
import { expect, test } from 'vitest'
import { smtpConnectionSettings } from '#server/emails/smtp-mailer.ts'
import { openMailSink } from '../../support/emails/mail-sink.ts'
import { anOutgoingEmail, useMailServers } from '../../support/emails/use-mail-servers.ts'
import { makeCertificate } from '../../support/services/make-certificate.ts'

const { closeAtEnd, openMailer, openServer } = useMailServers()

/** A mail server that accepts everything over TLS, with a self-signed certificate. */
const openSinkOverTls = async (options: SMTPServerOptions = {}) =>
  closeAtEnd(await openMailSink({ ...makeCertificate('mail.example'), disabledCommands: [], ...options }))

test.each([
  ['smtp://mail.example', { port: 587, secure: false, requireTLS: true }],
  ['smtp://mail.example:25', { port: 25, secure: false, requireTLS: true }],
  ['smtps://mail.example', { port: 465, secure: true }],
  ['smtps://localhost:1465', { port: 1465, secure: true }],
  ['smtp://localhost:25', { secure: false, requireTLS: false }],
  ['smtp://127.0.0.1', { secure: false, requireTLS: false }],
  ['smtp://[::1]:25', { host: '::1', secure: false, requireTLS: false }],
  ['smtp://localhost.example', { requireTLS: true }],
  ['smtp://127.0.0.1.example', { requireTLS: true }],
  ['smtp://10.0.0.5', { requireTLS: true }],
  ['smtp://[::ffff:7f00:1]', { requireTLS: true }],
])('the settings of %s', (url, expected) => {
  expect(smtpConnectionSettings(url)).toMatchObject(expected)
})

test('the name and the password of the URL are decoded', () => {
  expect(smtpConnectionSettings('smtp://a%40b.example:p%2F%3A%40@mail.example')).toMatchObject({
    auth: { user: 'a@b.example', pass: 'p/:@' },
  })
})

test('a mail server elsewhere without TLS gets neither a password nor an email', async () => {
  // This address does not count as local, but reaches this machine.
  const server = await openServer({}, '0.0.0.0')
  const answer = await openMailer(server.url.replace('//', '//folio:secret@')).send(anOutgoingEmail())

  expect(answer).toMatchObject({ kind: 'failed' })
  expect(server.commands.filter((line) => /^(AUTH|MAIL|DATA)/i.test(line))).toEqual([])
  expect(server.commands).toContain('STARTTLS')
})

test('a mail server elsewhere with an untrusted certificate gets neither a password nor an email', async () => {
  const seen: string[] = []
  const sink = await openSinkOverTls({
    onAuth: ({ username = '' }, _, callback) => {
      seen.push(username)
      callback(null, { user: username })
    },
  })
  const answer = await openMailer(sink.url.replace('127.0.0.1', 'folio:secret@0.0.0.0')).send(anOutgoingEmail())

  expect(answer).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/certificate/) })
  expect([seen, sink.arrived]).toEqual([[], []])
})

test('a mail server on this machine with a self-signed certificate gets the email', async () => {
  const sink = await openSinkOverTls()

  expect(await openMailer(sink.url).send(anOutgoingEmail())).toEqual({ kind: 'accepted' })
  expect(sink.arrived).toHaveLength(1)
})
