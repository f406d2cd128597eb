import { isAuthorizedOrCaptured } from '@billing-checkout/domain'
import type { BrowserContext } from 'playwright-core'
import { type Books, readBooks } from '../simulation/books.ts'
import { type Chance, chanceOf } from '../simulation/chance.ts'
import { violationsOfBooks, violationsOfFinishedBooks } from '../simulation/violations-of-books.ts'
import { openSession } from './session.ts'
import type { Stage } from './stage.ts'
import { openTab, type Tab, faultProfiles } from './tab.ts'

/** What happened in a run, and its faults. */
export interface Run {
  readonly seed: number
  readonly steps: readonly string[]
  readonly payments: number
  /** How many payments took money in addition to the one that should. */
  readonly duplicates: number
  /** How many wrong messages the shopper or the page got. */
  readonly falsehoods: number
  readonly violations: readonly string[]
}

/**
 * Plays one checkout at random: clicks, reloads, networks, tabs. Then all faults end, and the shopper continues until the checkout is paid.
 * No shopper may have been charged twice, and none may have seen a wrong message.
 */
export const playRun = async (stage: Stage, seed: number): Promise<Run> => {
  const chance = chanceOf(seed)
  const session = await openSession(stage, chance.pick(['one-off', 'recurring']))
  const context = await stage.browser.newContext({ reducedMotion: 'reduce', viewport: { width: 800, height: 900 } })
  const url = stage.checkoutUrl(session.id)
  const steps: string[] = []
  try {
    const tabs = [await openTab(context, url)]
    const network = await networkOver(context, stage.server.url)
    for (let count = 3 + chance.below(5); count > 0; count -= 1) {
      const name = chance.pick(Object.keys(disturbances) as (keyof typeof disturbances)[])
      steps.push(name)
      await disturbances[name]({ tabs, tab: chance.pick(tabs), context, chance, network, url })
    }
    network.is = 'healthy'
    await context.setOffline(false)
    await payAtLast(tabs)
    // If a tab was closed, the browser was lost, so the run says nothing about the element.
    if (tabs.some(({ page }) => page.isClosed())) throw new Error('the browser has been closed')
    const books = await readBooks(stage.server.billing.database, session.organizationId)
    return { seed, steps, payments: books.payments.length, ...(await judge(books, tabs)) }
  } finally {
    await context.close()
  }
}

interface FaultProfile {
  is: keyof typeof faultProfiles
}

interface Scene {
  readonly tabs: Tab[]
  readonly tab: Tab
  readonly context: BrowserContext
  readonly chance: Chance
  readonly network: FaultProfile
  readonly url: string
}

/** Cards that are approved, approved after a challenge, declined, and declined after a challenge. */
const cards = [
  '4242424242424242',
  '4242424242424242',
  '4000000000003220',
  '4000000000000002',
  '4000000000009995',
  '4000008400001629',
] as const

const networkOver = async (context: BrowserContext, server: string): Promise<FaultProfile> => {
  const network: FaultProfile = { is: 'healthy' }
  await context.route(`${server}/**`, (route) => faultProfiles[network.is](route).catch(() => undefined))
  return network
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const pay = ({ tab, chance }: Scene, clicks: number) => tab.pay(chance.pick(cards), clicks)

const disturbances = {
  pay: (scene: Scene) => pay(scene, 1),
  'pay by a double click': (scene: Scene) => pay(scene, 2),
  'pay by a triple click': (scene: Scene) => pay(scene, 3),
  async 'pay and reload'(scene: Scene) {
    await pay(scene, 1)
    await wait(scene.chance.below(120))
    await scene.tab.page.reload()
  },
  async 'pay and leave the page for a while'(scene: Scene) {
    await pay(scene, 1)
    await scene.tab.removeForAWhile()
  },
  async 'pay offline'(scene: Scene) {
    await scene.context.setOffline(true)
    await pay(scene, 1)
    await wait(300)
    await scene.context.setOffline(false)
  },
  async 'pay and lose the network'(scene: Scene) {
    await pay(scene, 1)
    await scene.context.setOffline(true)
    await wait(300)
    await scene.context.setOffline(false)
  },
  async 'pay in a second tab'({ tabs, context, chance, url }: Scene) {
    if (tabs.length > 1) return
    const tab = await openTab(context, url)
    tabs.push(tab)
    await ready(tab)
    await Promise.all(tabs.map((one) => one.pay(chance.pick(cards), 1)))
  },
  'answer the bank': ({ tab, chance }: Scene) => tab.answerBank(chance.pick(['passed', 'failed', 'cancelled'])),
  wait: () => wait(250),
  reload: async ({ tab }: Scene) => void (await tab.page.reload()),
  slow: async ({ network }: Scene) => void (network.is = 'slow'),
  'lose requests': async ({ network }: Scene) => void (network.is = 'lostRequest'),
  'lose answers': async ({ network }: Scene) => void (network.is = 'lostAnswer'),
  'break answers': async ({ network }: Scene) => void (network.is = 'brokenAnswer'),
  'healthy network': async ({ network }: Scene) => void (network.is = 'healthy'),
} as const satisfies Readonly<Record<string, (scene: Scene) => Promise<unknown>>>

const patienceMs = 90_000

const ready = async (tab: Tab): Promise<void> => {
  for (let waited = 0; waited < 20_000 && (await tab.phase()) === 'loading'; waited += 50) await wait(50)
}

/**
 * Lets the shopper confirm every prompt and pay with a good card, for at most 90 s, until no tab is busy and a tab shows that the session
 * is paid.
 */
const payAtLast = async (tabs: readonly Tab[]): Promise<void> => {
  const until = Date.now() + patienceMs
  while (Date.now() < until && !tabs.some(({ page }) => page.isClosed())) {
    const phases = await Promise.all(tabs.map((tab) => tab.phase()))
    if (phases.includes('paid') && phases.every(isAtRest)) return
    for (const [place, tab] of tabs.entries()) {
      if (phases[place] === 'confirming') await tab.answerBank('passed')
      else if (phases[place] === 'unavailable') await tab.page.reload()
      else if (!phases.includes('paid')) await tab.pay(cards[0], 1)
    }
    await wait(100)
  }
}

const isAtRest = (phase: string): boolean => phase === 'paid' || phase === 'ready' || phase === 'declined'

const judge = async (
  books: Books,
  tabs: readonly Tab[],
): Promise<Pick<Run, 'duplicates' | 'falsehoods' | 'violations'>> => {
  const violations = [...violationsOfBooks(books), ...violationsOfFinishedBooks(books)]
  const statusOf = new Map(books.payments.map(({ id, status }) => [id, status]))
  const paid = books.payments.filter(({ status }) => isAuthorizedOrCaptured(status))
  if (paid.length !== 1) violations.push(`${paid.length} payments are paid, which should be 1.`)
  const falsehoods: string[] = []
  const shown = await Promise.all(tabs.map((tab) => tab.phase()))
  if (!shown.includes('paid')) {
    const words = await Promise.all(tabs.map((tab) => tab.words()))
    falsehoods.push(
      `No tab shows that it is paid: ${shown.join(', ')}, in words: ${words.join(' | ').replaceAll(/\s+/g, ' ')}`,
    )
  }
  for (const { type, paymentId } of tabs.flatMap(({ told }) => told)) {
    const status = statusOf.get(paymentId ?? '')
    const isTrue =
      status !== undefined && isAuthorizedOrCaptured(status) === (type === 'billing-paid') && status !== 'PENDING'
    if (!isTrue) falsehoods.push(`${type} was told of ${paymentId}, which is ${status}.`)
  }
  const duplicates = Math.max(0, paid.length - 1)
  return { duplicates, falsehoods: falsehoods.length, violations: [...violations, ...falsehoods] }
}
