import type { Billing } from './start-billing.ts'

/** What to tell the developer who started the demonstration. */
export interface Announcement {
  readonly shopUrl: string
  readonly billing: Pick<Billing, 'url' | 'organizationId' | 'apiKey' | 'dashboardUser'>
  /** The folder with the database; null if the shop uses the developer's own database. */
  readonly dataDir: string | null
  /** The billing clock at the end of the demo year; null if the shop started empty. */
  readonly clockOfYear: string | null
  /** Why loading the demo year failed; null if it did not fail. */
  readonly problem: string | null
}

/**
 * Prints what is starting, and then a dot every second until the returned function is called. The first start creates a
 * database, which takes seconds, or more than a minute on a busy machine.
 */
export const announceStart = (dataDir: string | null): (() => void) => {
  process.stdout.write(`\n  Opening ${dataDir === null ? 'your database' : `the database in ${dataDir}`} `)
  const timer = setInterval(() => process.stdout.write('.'), 1000)
  return () => {
    clearInterval(timer)
    process.stdout.write('\n')
  }
}

/** Prints the shop's address, the organization and its key, a request to try, the test cards, and how to stop. */
export const announce = ({ shopUrl, billing, dataDir, clockOfYear, problem }: Announcement): void => {
  if (problem !== null) console.warn(`\n  ${problem}`)
  console.log(`
  Open the demo shop      ${shopUrl}
  Billing server          ${billing.url}   sandbox; every operation at /docs
  Dashboard               ${billing.url}/dashboard${signInLine(billing)}
${yearLine(clockOfYear)}  Organization            ${billing.organizationId}
  API key                 ${billing.apiKey}

  Try a request
    curl -H "Authorization: Bearer ${billing.apiKey}" ${billing.url}/plans

  Test cards, with any future date and any security code
${testCards.map(([number, does]) => `    ${number}   ${does}`).join('\n')}

  Stop with Ctrl-C.${dataDir === null ? '' : ` What you do is kept in ${dataDir}; delete it to begin again.`}
`)
}

const yearLine = (now: string | null): string =>
  now === null ? '' : `  A year of data          made up; the sandbox's clock is at ${now.slice(0, 10)}\n`

const signInLine = ({ dashboardUser }: Announcement['billing']): string =>
  dashboardUser === null ? '' : `   as ${dashboardUser.email}, password ${dashboardUser.password}`

const testCards: readonly (readonly [number: string, does: string])[] = [
  ['4242 4242 4242 4242', 'approves'],
  ['5555 5555 5555 4444', 'approves, Mastercard'],
  ['4000 0000 0000 3220', 'asks for 3-D Secure, then approves'],
  ['4000 0000 0000 9995', 'declines: insufficient funds'],
  ['4000 0000 0000 0127', 'declines: incorrect security code'],
  ['4000 0000 0000 0341', 'approves now, declines every later charge'],
]
