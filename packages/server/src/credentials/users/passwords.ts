import { Problem } from '@billing-checkout/contract'
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { FairTurns } from '@billing-checkout/database'
import { DatabaseBusy } from '@billing-checkout/database/errors'

const hash = promisify<string, Uint8Array, number, object, Buffer>(scrypt)

/** The cost of a new hash: 128 MiB and a few tenths of a second (OWASP, Password Storage Cheat Sheet, of 2025). */
const newCost = { ln: 17, r: 8, p: 1 } as const
const memoryMax = 192 * 1024 * 1024
const hashBytes = 32

/** Two hashes at a time, because each takes 128 MiB and a thread of the pool that also reads files and resolves names. */
const turns = new FairTurns({ places: 2, waitMillisMax: 10_000, waitingMax: 100 })

/** Hashes a new password as a PHC string, such as `$scrypt$ln=17,r=8,p=1$salt$hash`. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16)
  const hashed = await inTurn(() => deriveFrom(password, salt, newCost))
  const { ln, r, p } = newCost
  return `$scrypt$ln=${ln},r=${r},p=${p}$${inBase64(salt)}$${inBase64(hashed)}`
}

/** Whether a password matches a PHC string. Without a stored string, the check takes equally long and returns false. */
export const matchesPassword = async (password: string, stored: string | null): Promise<boolean> => {
  const [, ln, r, p, salt = '', expected = ''] = phc.exec(stored ?? '') ?? phc.exec(hashOfNothing) ?? []
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
  const given = await inTurn(() => deriveFrom(password, Buffer.from(salt, 'base64'), cost))
  return timingSafeEqual(given, Buffer.from(expected, 'base64')) && stored !== null
}

const phc = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]{22})\$([\w+/]{43})$/

/** No password has this hash. If no hash is stored, the password is compared with this hash. */
const hashOfNothing = `$scrypt$ln=${newCost.ln},r=${newCost.r},p=${newCost.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`

const deriveFrom = (
  password: string,
  salt: Uint8Array,
  { ln, r, p }: { readonly ln: number; readonly r: number; readonly p: number },
): Promise<Buffer> =>
  // Normalized, so that the same letters match whichever keyboard composed them.
  hash(password.normalize('NFKC'), salt, hashBytes, { N: 2 ** ln, r, p, maxmem: memoryMax })

const inTurn = async <Result>(run: () => Promise<Result>): Promise<Result> => {
  const end = await turns.take().catch((error: unknown) => {
    if (!(error instanceof DatabaseBusy)) throw error
    throw new Problem('unavailable', 'Too many people sign in at the same time; try again.', { retryAfterSeconds: 5 })
  })
  try {
    return await run()
  } finally {
    end()
  }
}

const inBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '')
