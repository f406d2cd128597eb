import { foldCase, foldText } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findByFoldedEmail } from '#server/store/erasure/person.ts'
import {
  openAsciiDatabase,
  openTestDatabase,
  type TestDatabase,
  templatesOf,
} from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'

const databases: readonly (readonly [string, () => Promise<TestDatabase>])[] = [
  ['embedded', () => openTestDatabase('embedded')],
  ['postgresql', () => openTestDatabase('postgresql')],
  ['postgresql, LC_CTYPE=C', openAsciiDatabase],
]

/** Characters of Unicode 17, which PostgreSQL 18 does not decompose. */
const isNewer: ReadonlySet<number> = new Set([0xa7_f1])

/** Names in ten scripts, as stored and as another writer may spell them. */
const people = [
  ['Zoë Šimůnková', 'ZOE\u0308 S\u030CIMU\u030ANKOVA\u0301'],
  ['İbrahim Işık', 'i\u0307brahim işık'],
  ['Οδυσσεύς', 'ΟΔΥΣΣΕΎΣ'],
  ['Женя Ёлкина', 'ЖЕНЯ ЁЛКИНА'],
  ['Գրիգոր', 'ԳՐԻԳՈՐ'],
  ['გიორგი', 'გიორგი'],
  ['محمد علي', 'محمد علي'],
  ['שרה לוי', 'שרה לוי'],
  ['プレム', 'ﾌﾟﾚﾑ'],
  ['मीरा', 'मीरा'],
  ['ᏣᎳᎩ', 'ꮳꮃꭹ'],
  ['Fiona', 'ﬁona'],
] as const

describe.each(databases)('one person whose address is written in several ways (%s)', (_, openDatabase) => {
  let database: TestDatabase | undefined
  const open = async () => (database ??= await openDatabase())
  beforeAll(async () => void (await templatesOf('postgresql')))
  afterAll(async () => await database?.close())
  const service = useService(open)

  const create = async (body: object) => (await service.send('POST', '/customers', { body })).body
  const found = async (search: string): Promise<readonly string[]> =>
    (await service.send('GET', `/customers?search=${encodeURIComponent(search)}`)).body.data.map(
      ({ id }: { id: string }) => id,
    )

  test('the database folds every character as the domain does', async () => {
    const texts: string[] = []
    for (let code = 1; code < 0x3_00_00; code += 32) {
      const text = Array.from({ length: 32 }, (__, index) => code + index)
        .filter((each) => (each < 0xd8_00 || each > 0xdf_ff) && !isNewer.has(each))
        .map((each) => String.fromCodePoint(each))
        .join('x')
      if (text !== '') texts.push(text)
    }
    const { rows } = await sql<{ text: string; folded: string; cased: string }>`
      select text, fold_text(text) as folded, fold_case(text) as cased from unnest(${texts}::text[]) as text`.execute(
      service.database.db,
    )

    expect(rows.filter(({ text, folded }) => folded !== foldText(text)).map(({ text }) => text)).toEqual([])
    expect(rows.filter(({ text, cased }) => cased !== foldCase(text)).map(({ text }) => text)).toEqual([])
  })

  test.each(people)('%s is found by the stored name, and as %s', async (name, written) => {
    const { id } = await create({ full_name: name })

    expect(await found(name)).toContain(id)
    expect(await found(written)).toContain(id)
  })

  test.each([
    ['zoë@example.com', 'ZOE\u0308@EXAMPLE.COM'],
    ['ΝΊΚΟΣ@example.com', 'νίκος@example.com'],
    ['İlker@example.com', 'i\u0307LKER@example.com'],
  ])('a subscriber with the address %s cannot buy the plan again as %s', async (email, again) => {
    const plan = await createPlan(service, aMonthlyPlan({ name: email }))
    const buy = async (address: string) =>
      (await aShopper(service, { customer: { email: address }, plan: { id: plan.id } })).pay()

    const first = await buy(email)
    const second = await buy(again)

    expect(first.status).toBe(200)
    expect(second.body.error).toMatchObject({ code: 'already_subscribed' })
  })

  test('an external id is compared exactly', async () => {
    const [lower, upper] = [await create({ external_id: 'straße-É' }), await create({ external_id: 'straße-é' })]

    const { body } = await service.send('POST', '/client-session', { body: { customer: { external_id: 'straße-É' } } })

    expect(lower.id).not.toBe(upper.id)
    expect(body.customer).toMatchObject({ external_id: 'straße-É', id: lower.id })
  })

  test('an erasure scrubs an address in any case, and names but keeps one that only folds alike', async () => {
    const email = 'μίναΣ@example.com'
    const { id } = await create({ email })
    const openSession = async (address: string): Promise<string> =>
      (await service.send('POST', '/client-session', { body: { customer: { email: address } } })).body.id
    const cased = await openSession('ΜΊΝΑς@EXAMPLE.com')
    const alike = await openSession('μίνασ@ｅｘａｍｐｌｅ.com')
    const other = await create({ email: 'ΜΊΝΑΣ@ｅｘａｍｐｌｅ.com' })
    const { foldedEmail } = await service.database.db
      .selectFrom('customers')
      .select('foldedEmail')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

    const { status } = await service.send('DELETE', `/customers/${id}`, {
      key: await service.addKey(service.organizationId, { erasure: 'write' }),
    })

    const { rows } = await sql<{ id: string; email: string | null }>`
      select id, members->'customer'->>'email' as email from client_sessions where id in (${cased}, ${alike})`.execute(
      service.database.db,
    )
    expect(status).toBe(200)
    expect(rows.find((row) => row.id === cased)?.email).toBeNull()
    expect(rows.find((row) => row.id === alike)?.email).toBe('μίνασ@ｅｘａｍｐｌｅ.com')
    expect((await service.send('GET', `/customers/${other.id}`)).body.email).toBe('ΜΊΝΑΣ@ｅｘａｍｐｌｅ.com')
    expect(await findByFoldedEmail(service.database.db, service.organizationId, foldedEmail)).toEqual({
      customers: [other.id],
      client_sessions: [alike],
    })
  })
})
