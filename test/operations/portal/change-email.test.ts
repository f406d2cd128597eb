import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { openPortalAccount } from '../../support/emails/portal-account.ts'
import { formTokenIn, hiddenFieldsIn, openPage, postForm } from '../../support/pages/forms.ts'

describeUsualDatabase('changing the e-mail address in the portal', (open) => {
  const anAccount = () => openPortalAccount(open)

  test('a new address counts after the button behind the link to it, and the former address gets a notice', async () => {
    const { ask, linkTo, press, email, mailer, sendDue, events } = await anAccount()
    const asked = await ask('new@example.com')
    const link = await linkTo('new@example.com')
    const page = await (await openPage(link)).text()
    const before = await email()
    const done = await press(link)
    await sendDue()
    const notice = mailer.handed.at(-1)!
    const changed = (await events()).filter(({ type }: { type: string }) => type === 'customer.updated')

    expect([asked.status, asked.body.email, before]).toEqual([200, 'mina@example.com', 'mina@example.com'])
    expect(page).toContain('<bdi>new@example.com</bdi>')
    expect([done.status, await email()]).toEqual([200, 'new@example.com'])
    expect(await done.text()).toContain('Your email address was changed')
    expect(mailer.handed.map(({ to }) => to)).toEqual(['new@example.com', 'mina@example.com'])
    expect(notice.subject).toBe('Your email address was changed')
    expect(notice.text).toContain('is now new@example.com')
    expect(changed.map(({ data }: { data: { object: { email: string } } }) => data.object.email)).toEqual([
      'new@example.com',
    ])
  })

  test('a link is used once, also by two presses at the same time', async () => {
    const { ask, linkTo, mailer, sendDue } = await anAccount()
    await ask('new@example.com')
    const link = await linkTo('new@example.com')
    const token = formTokenIn(await (await openPage(link)).text())
    const answers = await Promise.all([postForm(link, { token }), postForm(link, { token })])
    await sendDue()

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect(mailer.handed.filter(({ to }) => to === 'mina@example.com')).toHaveLength(1)
  })

  test('both pages of a double click say that the address was changed, until the customer has another address', async () => {
    const { id, service, ask, linkTo, mailer, sendDue } = await anAccount()
    await ask('new@example.com')
    const link = await linkTo('new@example.com')
    const fields = hiddenFieldsIn(await (await openPage(link)).text())
    const answers = await Promise.all([postForm(link, fields), postForm(link, fields)])
    await sendDue()
    const changed = { ...fields, change: `${fields['change']!.slice(0, -4)}AAAA` }
    const forged = await postForm(link, changed)
    await service.send('PATCH', `/customers/${id}`, { body: { email: 'third@example.com' } })

    for (const answer of answers) expect(await answer.text()).toContain('Your email address was changed')
    expect(mailer.handed.filter(({ to }) => to === 'mina@example.com')).toHaveLength(1)
    expect([forged.status, (await postForm(link, fields)).status]).toEqual([404, 404])
  })

  test('other sessions, their links and links to the former address end, and the session of the change continues', async () => {
    const { portal, aPortal, change, isOpen, linkTo, askToSignIn } = await anAccount()
    const other = await aPortal()
    await askToSignIn('mina@example.com')
    const signIn = await linkTo('mina@example.com')
    await change('new@example.com')

    expect([await isOpen(portal.client_token), await isOpen(other.client_token)]).toEqual([true, false])
    expect([(await openPage(other.url)).status, (await openPage(signIn)).status]).toEqual([404, 404])
  })

  test('the former address can undo the change within seven days, which ends every session', async () => {
    const { portal, change, linkTo, press, email, isOpen, moveWall } = await anAccount()
    await change('new@example.com')
    const undo = await linkTo('mina@example.com')
    await openPage(undo)
    const scanned = await email()
    moveWall(6 * 24)
    const undone = await press(undo)

    expect(scanned).toBe('new@example.com')
    expect([undone.status, await email()]).toEqual([200, 'mina@example.com'])
    expect(await isOpen(portal.client_token)).toBe(false)
    expect((await press(undo)).status).toBe(404)
  })

  test('after a second change, the first address can still undo the changes', async () => {
    const { change, linkTo, press, email } = await anAccount()
    await change('thief@example.com')
    const first = await linkTo('mina@example.com')
    await change('other@example.com')
    const second = await linkTo('thief@example.com')
    await press(second)
    const between = await email()
    await press(first)

    expect([between, await email()]).toEqual(['thief@example.com', 'mina@example.com'])
  })

  test('ending a session cancels its changes of address, before and after their emails are sent', async () => {
    const { portal, aPortal, ask, linkTo, press, email, service, sendDue, emails, mailer } = await anAccount()
    const stolen = await aPortal()
    await ask('own@example.com')
    const own = await linkTo('own@example.com')
    await ask('thief@example.com', stolen.client_token)
    const link = await linkTo('thief@example.com')
    await ask('queued@example.com', stolen.client_token)
    await service.send('DELETE', `/portal-session/${stolen.id}`)
    await sendDue()

    expect([(await press(link)).status, await email()]).toEqual([404, 'mina@example.com'])
    expect(mailer.handed.map(({ to }) => to)).toEqual(['own@example.com', 'thief@example.com'])
    expect(
      (await emails()).map(({ status, reason }: { status: string; reason: string | null }) => [status, reason]),
    ).toEqual(expect.arrayContaining([['suppressed', 'not_needed']]))
    expect([(await press(own)).status, await email()]).toEqual([200, 'own@example.com'])
    expect((await service.send('GET', '/portal-session', { key: portal.client_token })).status).toBe(200)
  })

  test('a link of an ended session confirms nothing, and a link of an expired session still confirms', async () => {
    const { portal, ask, linkTo, press, email, database, moveWall } = await anAccount()
    await ask('late@example.com')
    const late = await linkTo('late@example.com')
    const end = (endedAt: Timestamp | null) =>
      database.db.updateTable('portalSessions').set({ endedAt }).where('id', '=', portal.id).execute()
    await end('2020-01-01T00:00:00Z' as Timestamp)
    const refused = await press(late)
    await end(null)
    moveWall(23)
    const confirmed = await press(late)

    expect([refused.status, confirmed.status, await email()]).toEqual([404, 200, 'late@example.com'])
  })

  test('the merchant’s own change ends the links that confirm and undo a change', async () => {
    const { id, ask, change, linkTo, press, email, service } = await anAccount()
    await change('new@example.com')
    const undo = await linkTo('mina@example.com')
    await ask('third@example.com')
    const confirm = await linkTo('third@example.com')
    await service.send('PATCH', `/customers/${id}`, { body: { locale: 'de' } })
    const kept = [(await openPage(undo)).status, (await openPage(confirm)).status]
    await service.send('PATCH', `/customers/${id}`, { body: { email: 'office@example.com' } })

    expect(kept).toEqual([200, 200])
    expect([(await press(undo)).status, (await press(confirm)).status]).toEqual([404, 404])
    expect(await email()).toBe('office@example.com')
  })

  test('the former address gets no notice if the customer has it again before the notice is sent', async () => {
    const { ask, linkTo, press, email, mailer, database, sendDue } = await anAccount()
    await ask('new@example.com')
    const toNew = await linkTo('new@example.com')
    await press(toNew)
    await sql`update emails set due_at = billing_now() + interval '1 hour' where kind = 'email_changed'`.execute(
      database.db,
    )
    await ask('mina@example.com')
    await press(await linkTo('mina@example.com'))
    await sql`update emails set due_at = billing_now() where kind = 'email_changed'`.execute(database.db)
    while ((await sendDue()).length > 0);

    expect(await email()).toBe('mina@example.com')
    expect(mailer.handed.map(({ to, subject }) => [to, subject])).toEqual([
      ['new@example.com', expect.not.stringContaining('was changed')],
      ['mina@example.com', expect.not.stringContaining('was changed')],
      ['new@example.com', 'Your email address was changed'],
    ])
  })

  test('confirming one address suppresses the queued email to another unconfirmed address', async () => {
    const { ask, linkTo, press, email, mailer, sendDue } = await anAccount()
    await ask('new@example.com')
    const link = await linkTo('new@example.com')
    await ask('other@example.com')
    await press(link)
    while ((await sendDue()).length > 0);

    expect(await email()).toBe('new@example.com')
    expect(mailer.handed.map(({ to }) => to)).toEqual(['new@example.com', 'mina@example.com'])
  })

  test('the merchant’s own change suppresses the queued emails of an earlier change', async () => {
    const { id, ask, change, service, sendDue, mailer } = await anAccount()
    await change('new@example.com')
    await ask('third@example.com')
    await service.send('PATCH', `/customers/${id}`, { body: { email: 'office@example.com' } })
    await sendDue()

    expect(mailer.handed.map(({ to }) => to)).toEqual(['new@example.com'])
  })

  test('taking a change back suppresses the queued emails that would carry a link into the account', async () => {
    const { ask, change, linkTo, press, email, sendDue, mailer } = await anAccount()
    await change('thief@example.com')
    const undo = await linkTo('mina@example.com')
    await change('other@example.com')
    await ask('third@example.com')
    await press(undo)
    await sendDue()

    expect(await email()).toBe('mina@example.com')
    expect(mailer.handed.map(({ to }) => to)).toEqual(['thief@example.com', 'mina@example.com', 'other@example.com'])
  })

  test('after seven days the change cannot be undone', async () => {
    const { change, linkTo, press, email, moveWall } = await anAccount()
    await change('new@example.com')
    const undo = await linkTo('mina@example.com')
    moveWall(7 * 24 + 1)

    expect((await press(undo)).status).toBe(404)
    expect(await email()).toBe('new@example.com')
  })

  test('the merchant’s own change takes effect at once, and the portal cannot remove an address', async () => {
    const { id, ask, email, service, emails } = await anAccount()
    const same = await ask('mina@example.com')
    const none = await ask(null)
    await service.send('PATCH', `/customers/${id}`, { body: { email: 'office@example.com' } })

    expect([same.status, none.status, none.body.error.details[0].path]).toEqual([200, 400, 'body.email'])
    expect(await email()).toBe('office@example.com')
    expect(await emails()).toEqual([])
  })

  test('a customer who requests several addresses in a row is limited', async () => {
    const { ask, emails } = await anAccount()
    const answers = []
    for (let n = 0; n < 7; n++) answers.push(await ask(`new${n}@example.com`))

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect(await emails()).toHaveLength(5)
  })

  test('an erasure finds the emails to a former address, and leaves the links and emails of another customer', async () => {
    const { id, ask, change, linkTo, sendDue, service, database, askToSignIn } = await anAccount()
    const { body: other } = await service.send('POST', '/customers', { body: { email: 'leo@example.com' } })
    await askToSignIn('mina@example.com')
    await askToSignIn('leo@example.com')
    await change('new@example.com')
    await sendDue()
    const key = await service.addKey(service.organizationId, { erasure: 'write' })
    const recipients = async () =>
      (await database.db.selectFrom('emails').select('recipient').where('recipient', 'is not', null).execute())
        .map(({ recipient }) => recipient)
        .toSorted()
    await ask('leo@example.com')
    const confirm = await linkTo('leo@example.com')
    await service.send('DELETE', `/customers/${other.id}`, { key })
    const kept = [(await openPage(confirm)).status, await recipients()]
    await service.send('DELETE', `/customers/${id}`, { key })

    expect(kept).toEqual([200, ['leo@example.com', 'mina@example.com', 'mina@example.com', 'new@example.com']])
    expect(await recipients()).toEqual([])
  })

  test('an erasure ends the links, and leaves no address in the database', async () => {
    const { id, ask, change, linkTo, service, database } = await anAccount()
    await change('new@example.com')
    const undo = await linkTo('mina@example.com')
    await ask('third@example.com')
    const confirm = await linkTo('third@example.com')
    const key = await service.addKey(service.organizationId, { erasure: 'write' })
    await service.send('DELETE', `/customers/${id}`, { key })
    const rows = await database.db.selectFrom('emails').select('recipient').execute()

    expect([(await openPage(undo)).status, (await openPage(confirm)).status]).toEqual([404, 404])
    expect(await database.db.selectFrom('portalLinks').selectAll().execute()).toEqual([])
    expect(rows.map(({ recipient }) => recipient)).toEqual([null, null, null])
  })
})
