import type { TestDatabase } from '../databases/databases.ts'
import { formTokenIn, openPage, postForm } from '../pages/forms.ts'
import { openEmailMerchant } from './email-merchant.ts'

/** A customer's portal at a merchant that sends emails, with functions to change the customer's e-mail address in it. */
export const openPortalAccount = async (open: () => Promise<TestDatabase>) => {
  const merchant = await openEmailMerchant(open)
  const { service, mailer, sendDue } = merchant
  const { body: customer } = await service.send('POST', '/customers', { body: { email: 'mina@example.com' } })
  const aPortal = async () =>
    (await service.send('POST', '/portal-session', { body: { customer: { id: customer.id } } })).body
  const portal = await aPortal()
  const ask = (email: string | null, key: string = portal.client_token) =>
    service.send('PATCH', `/customers/${customer.id}`, { key, body: { email } })
  /** The link in the newest email to an address. */
  const linkTo = async (address: string): Promise<string> => {
    await sendDue()
    const email = mailer.handed.findLast(({ to }) => to === address)
    return /http:\S+\/portal\/[a-z-]+\/[0-9a-f]{40}/.exec(email!.text)![0]
  }
  const press = async (link: string) => {
    const page = await openPage(link)
    return page.status === 200 ? postForm(link, { token: formTokenIn(await page.text()) }) : page
  }
  const change = async (to: string) => {
    await ask(to)
    const answer = await press(await linkTo(to))
    return answer.status
  }
  const email = async () => (await service.send('GET', `/customers/${customer.id}`)).body.email
  const isOpen = async (key: string) => (await service.send('GET', '/portal-session', { key })).status === 200
  const askToSignIn = async (address: string) => {
    const page = `${service.url}/portal?organization=${service.organizationId}`
    const token = formTokenIn(await (await openPage(page)).text())
    await postForm(page.replace('/portal?', '/portal/sign-in?'), { token, email: address })
  }
  return {
    ...merchant,
    askToSignIn,
    id: customer.id as string,
    portal,
    aPortal,
    ask,
    linkTo,
    press,
    change,
    email,
    isOpen,
  }
}
