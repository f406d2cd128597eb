import { sql } from 'kysely'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { type Answer, checkout, type Goods, send, type Sent, type Service, stockShop } from './hammer.ts'
import { templates } from '../support/databases/databases.ts'
import { keepDatabase } from './kept-database.ts'
import { startServerProcess } from './server-process.ts'

/** Cards with distinctive numbers: one is approved, one declined, one loses its answer, and one is on no list. */
const numbers = ['6011111111111117', '4000000000009995', '4000000000006975', '4929939187355598']
/** Digits that no id, amount or time here contains as a separate number. */
const cvc = '0963'
/** A token of a device's wallet that is on no list. */
const walletToken = 'dpan4929939187355598cryptogramAgAAAAAABk4DWZ4C28yUQAAAAAA'

/**
 * What must not be found anywhere: each card number and the wallet token in every usual spelling, and the security code as a separate
 * number.
 */
const secrets: readonly RegExp[] = [
  ...[...numbers, walletToken].flatMap((number) => [
    new RegExp(number.match(/.{1,4}/g)!.join('[ -]?')),
    new RegExp(Buffer.from(number).toString('hex'), 'i'),
    ...[0, 1, 2].map((shift) => new RegExp(innerBase64(number, shift))),
  ]),
  new RegExp(`(?<![\\w.:+/-])${cvc}(?![\\w.:+/=-])`),
]

/** The part of a text's base64 that does not depend on the bytes around it. */
function innerBase64(text: string, shift: number): string {
  const encoded = Buffer.from('\0'.repeat(shift) + text).toString('base64')
  return encoded.slice(shift === 0 ? 0 : 4, Math.floor(((shift + text.length) * 8) / 24) * 4).replaceAll('+', '\\+')
}

test.concurrent.each(['embedded', 'postgresql'] as const)(
  'over %s, neither card numbers, security codes nor wallet tokens stay in the database, the logs, the answers or the errors',
  async (kind) => {
    const kept = await keepDatabase(kind, templates)
    const server = await startServerProcess({ ...kept.settings, LOG_LEVEL: 'trace', FAULTS: 'off' })
    const { organizationId, key } = await server.makeOrganization()
    const service = { url: () => server.url, key }
    const answers: Answer[] = []

    const goods = await stockShop(service)
    await payWithEveryCard(service, goods, answers)
    await payWithWallets(service, goods, answers)
    await misplaceCards(service, answers)
    await readEverything(service, answers)
    await server.stop()

    const database = await kept.open()
    const dump = await dumpOf(database.db)
    await database.close()
    const files = kind === 'embedded' ? rawFilesOf(kept.folder) : []
    await kept.discard()
    expect(dump).toContain(organizationId)
    expect(server.printed()).toContain('createPayment')
    expect(leaksIn({ dump, answers: JSON.stringify(answers), printed: server.printed() })).toEqual([])
    expect(files.flatMap(([path, bytes]) => leaksIn({ [path]: bytes }, secrets.slice(0, -1)))).toEqual([])
  },
)

/**
 * Pays with a device wallet's token, and also sends the token in the wrong place. Such a token can be used once, and is as secret as a
 * typed card.
 */
const payWithWallets = async (service: Service, goods: Goods, answers: Answer[]): Promise<void> => {
  const members = { customer: { email: 'wallet@example.com' }, plan: { id: goods.monthlyPlanId } }
  const session = await send(service, 'POST', '/client-session', { body: members })
  const { body: look } = await send(service, 'GET', `/checkout/${session.body.id}`, { credential: null })
  const { due_now: due, hash } = look.quote
  const expected = { amount: due.amount, currency: due.currency, quote: hash }
  const consent = { text: 'I agree.', locale: look.locale, version: look.consent.version, at: look.now.wall }
  const pay = (type: string, details: object, credential?: string) =>
    send(service, 'POST', '/payments', {
      body: { payment_method: { type, details }, expected, consent },
      ...(credential && { credential }),
    })
  const paid = await pay('APPLE_PAY', { token: walletToken }, look.client_token as string)
  const refused = [
    await pay('APPLE_PAY', { token: walletToken }),
    await pay('PAYPAL', { token: walletToken }, look.client_token as string),
    await pay('CARD', { encrypted: walletToken }, look.client_token as string),
    await pay(walletToken, {}, look.client_token as string),
  ]
  expect(paid).toMatchObject({ status: 200, body: { payment_status: 'DECLINED' } })
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400))
  answers.push(paid, ...refused)
}

const payWithEveryCard = async (service: Service, goods: Goods, answers: Answer[]): Promise<void> => {
  for (const [place, number] of numbers.entries()) {
    const email = `shopper_${place}@example.com`
    const bought = await checkout(service, () => true, {
      planId: goods.monthlyPlanId,
      email,
      number,
      cvc,
      name: number,
    })
    answers.push(bought!.answer!)
  }
  const [approved, declined] = answers
  expect([approved, declined].map((answer) => answer?.body.payment_status)).toEqual(['SETTLING', 'DECLINED'])
}

/** Sends cards in the wrong place. The server must refuse each request, and its answers must not repeat the card. */
const misplaceCards = async (service: Service, answers: Answer[]): Promise<void> => {
  const number = numbers[0]!
  const card = { number, exp_month: 12, exp_year: 2099, cvc, name: null }
  const session = await send(service, 'POST', '/client-session', { body: { customer: { email: 'a@example.com' } } })
  const look = await send(service, 'GET', `/checkout/${session.body.id}`, { credential: null })
  const pay = (body: object, sent: Sent = {}) => send(service, 'POST', '/payments', { body, ...sent })
  const at = (path: string, sent: Sent = {}) => send(service, 'GET', path, sent)
  const header = Buffer.from(JSON.stringify({ alg: 'RSA-OAEP-256', kid: number, cvc })).toString('base64url')
  const misplaced = [
    await pay({ payment_method: { type: 'CARD', details: card } }),
    await pay({ payment_method: { type: 'CARD', details: card } }, { credential: look.body.client_token as string }),
    await pay({ payment_method: { type: 'CARD', details: { encrypted: number } } }),
    await pay({ payment_method: { type: 'CARD', details: { encrypted: `${number}.a.b.c.d` } } }),
    await pay({ payment_method: { id: number } }),
    await pay({ customer: { id: number }, plan: { id: number } }),
    await pay({ cvc, number }),
    await pay({ [number]: cvc }),
    await pay({ payment_method: { type: 'CARD', details: { encrypted: `${header}.a.b.c.d` } } }),
    await pay({
      customer: { id: 'cus_nobody' },
      plan: { id: 'price_none' },
      metadata: { number, cvc, [number]: [number] },
    }),
    await pay({ metadata: { ['x'.repeat(70)]: number } }),
    await send(service, 'POST', '/customers', { body: { metadata: { number, cvc } } }),
    await send(service, 'POST', '/customers', { body: { phone: `${number} ${cvc.slice(1)}` } }),
    await send(service, 'POST', '/customers', { body: {}, idempotencyKey: `${number} ${cvc.slice(1)}` }),
    await send(service, 'POST', '/payments', { body: `{"number": "${number}", "cvc": ${cvc}` }),
    await send(service, 'POST', '/customers', { body: { full_name: number } }),
    await send(service, 'POST', '/customers', { body: { full_name: number.replace(/.{4}/g, '$& ') } }),
    await send(service, 'POST', '/client-session', { body: { customer: { full_name: number } } }),
    await pay({}, { idempotencyKey: `${number}\u00e9` }),
    await send(service, 'POST', '/customers', { body: {}, idempotencyKey: number }),
    await at('/payments', { credential: number }),
    await at('/payments', { credential: `sk_sandbox_${number}` }),
    await at('/payments', { headers: { 'X-API-Version': number, 'User-Agent': number, Cookie: `card=${number}` } }),
    await at(`/${number}/${cvc}`),
    await at(`/frame/${number}`, { headers: { Referer: `https://shop.example/?card=${number}` } }),
    await at(`/checkout/${number}?locale=${number}`, { credential: null }),
    await at(`/payments/${number}`),
    await at(`/payments?limit=${number}&sort=${number}&${number}=1`),
    await send(service, 'POST', `/payments/refund/${number}`, { body: { amount: number, cvc } }),
  ]
  expect(misplaced.map(({ status }) => status >= 400 && status < 500)).toEqual(misplaced.map(() => true))
  answers.push(...misplaced)
}

const readEverything = async (service: Service, answers: Answer[]): Promise<void> => {
  const lists = ['/payments', '/customers', '/subscriptions', '/events', '/plans']
  for (const path of lists) answers.push(await send(service, 'GET', `${path}?limit=1000`))
}

const dumpOf = async (db: Database): Promise<string> => {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db)
  const texts: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(db)
    texts.push(name, ...rows.map(({ row }) => row))
  }
  return texts.join('\n')
}

const rawFilesOf = (folder: string): readonly (readonly [path: string, bytes: string])[] =>
  globSync(join(folder, '**/*'))
    .filter((path) => statSync(path).isFile())
    .map((path) => [path, readFileSync(path, 'latin1')])

const leaksIn = (places: Readonly<Record<string, string>>, patterns = secrets): readonly string[] =>
  Object.entries(places).flatMap(([place, text]) =>
    patterns
      .map((secret) => secret.exec(text))
      .filter((match) => match !== null)
      .map(({ index }) => `${place}: …${text.slice(Math.max(index - 120, 0), index + 40)}…`),
  )
