import { oneRow } from '@billing-checkout/database'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { type Checkpoint, readCheckpoints } from './checkpoints.ts'
import { hashOfSeal, type SealContent } from './digests.ts'
import { type DigestedRow, digestEntries, digestEvents } from './read-sealed-rows.ts'
import type { AuditHead, SealedItems } from './seal-audit.ts'

/** The result of verifying the audit log. */
export interface VerifiedAudit {
  /** The number of links that were found and verified. */
  readonly links: number
  /**
   * The number of the last link that retention has dropped; 0 if none was dropped. The stored part of the chain begins with the next link.
   */
  readonly dropped: number
  readonly head: AuditHead
  /** A sentence for each row that differs from what was sealed, and for each link that was changed or is missing. */
  readonly findings: readonly string[]
}

/** Compares the latest `links` links of the chain with the rows that they cover; all links if `links` is absent. */
export const verifyAudit = async (
  db: Database,
  key: Uint8Array,
  { links }: { readonly links?: number } = {},
): Promise<VerifiedAudit> => {
  const { rows } = await sql<{ number: number; hash: Uint8Array }>`select number, hash from audit_head`.execute(db)
  const head = oneRow(rows)
  const { dropped, isExcused, findings: forged } = await verifyCheckpoints(db, key)
  const findings = [...forged]
  const first = Math.max(dropped.number + 1, links === undefined ? 1 : head.number - links + 1)
  let former = first === dropped.number + 1 ? dropped.hash : undefined
  let compared = 0
  for (let number = first; number <= head.number; number += 1) {
    const link = await compareLink(db, key, number, { former, isExcused })
    findings.push(...link.findings)
    former = link.hash
    if (former !== undefined) compared += 1
  }
  if (former !== undefined && head.number >= first && former !== inText(head.hash))
    findings.push('The head of the chain is not its last link.')
  findings.push(...(await findOutside(db)))
  return {
    links: compared,
    dropped: dropped.number,
    head: { number: head.number, hash: inText(head.hash) },
    findings,
  }
}

/**
 * Reads from the checkpoints what retention has dropped, up to the last dropped link (number 0 and an empty hash if none was dropped). It
 * also verifies the checkpoints' signatures, and returns a finding for each checkpoint that was not signed with the key.
 */
export const verifyCheckpoints = async (db: Database, key: Uint8Array) => {
  const { checkpoints, forged } = await readCheckpoints(db, key)
  const dropped = checkpoints.flatMap((each) => (each.kind === 'seals' ? [each] : [])).at(-1)
  return {
    dropped: { number: dropped?.number ?? 0, hash: dropped?.hash ?? '' },
    isExcused: excusesOf(checkpoints),
    findings: forged.map((id) => `The checkpoint ${id} of what was dropped has a wrong signature.`),
  }
}

/**
 * Computes a link's hash again, and compares the link's rows with their sealed digests. If the hash of the previous link is given in
 * `former`, this link must contain that hash. The returned hash is in base64url; `undefined` if the link is gone.
 */
export const compareLink = async (
  db: Database,
  key: Uint8Array,
  number: number,
  { former, isExcused }: { readonly former: string | undefined; readonly isExcused: IsExcused },
) => {
  const seal = await readSeal(db, number)
  if (seal === undefined) return { hash: undefined, findings: [`The link ${number} of the chain is gone.`] }
  const follows = former === undefined || former === inText(seal.formerHash)
  return {
    hash: inText(seal.hash),
    findings: [
      ...(follows ? [] : [`The link ${number} does not follow the one before it.`]),
      ...(hashOfSeal(key, seal).equals(seal.hash)
        ? await compareRows(db, key, seal, isExcused)
        : [`The link ${number} of the chain was changed.`]),
    ],
  }
}

const inText = (hash: Uint8Array): string => Buffer.from(hash).toString('base64url')

/**
 * Finds rows that claim to be sealed outside of the chain: links after the head, and entries that name a link that does not exist. Without
 * this check, verification would miss an attacker that sets the head back or writes such an entry. The function reads the head again,
 * because other servers may be sealing.
 */
const findOutside = async (db: Database): Promise<readonly string[]> => {
  const { rows: links } = await sql<{ number: number }>`
    select number from audit_seals where number > (select number from audit_head) order by number`.execute(db)
  const { rows: entries } = await sql<{ organizationId: string; id: string }>`
    select organization_id, id from audit_entries
    where (seal > (select number from audit_head) or seal < 1) and not exists (select from audit_seals where number = seal)
    order by id`.execute(db)
  return [
    ...links.map(({ number }) => `The link ${number} lies behind the head of the chain.`),
    ...entries.map(({ organizationId, id }) => `The entry ${id} of ${organizationId} names a link that is not there.`),
  ]
}

const compareRows = async (
  db: Database,
  key: Uint8Array,
  { number, items }: Seal,
  isExcused: IsExcused,
): Promise<readonly string[]> => {
  const sealed = JSON.parse(items) as readonly SealedItems[]
  const entries = await digestEntries(db, key, number, null)
  const findings: string[] = []
  for (const { organization, entries: known, events } of sealed) {
    const own = entries.filter(({ organizationId }) => organizationId === organization)
    findings.push(
      ...differences(
        known,
        own.map(({ id, digest }): DigestedRow<string> => [id, digest]),
        (id) => `the entry ${id} of ${organization}`,
      ),
    )
    if (events === undefined) continue
    const range = { organizationId: organization, from: events.from, until: events.until }
    findings.push(
      ...differences(
        events.digests,
        await digestEvents(db, key, range, null),
        (sequence) => `the event ${sequence} of ${organization}`,
        (sequence) => isExcused(organization, sequence),
      ),
    )
  }
  const unlisted = entries.filter(({ organizationId }) =>
    sealed.every(({ organization }) => organization !== organizationId),
  )
  return [
    ...findings,
    ...unlisted.map(({ id, organizationId }) => `The entry ${id} of ${organizationId} was added afterwards.`),
  ]
}

/** A sentence for each row that was changed, was added after the link was made, or is missing although it was not dropped. */
const differences = <Name extends string | number>(
  sealed: readonly DigestedRow<Name>[],
  found: readonly DigestedRow<Name>[],
  describe: (name: Name) => string,
  mayBeGone: (name: Name) => boolean = () => false,
): readonly string[] => {
  const foundDigests = new Map(found)
  const sealedDigests = new Map(sealed)
  const sentence = (name: Name, became: string) => `${describe(name).replace(/^t/, 'T')} ${became}.`
  return [
    ...sealed.flatMap(([name, digest]) => {
      const current = foundDigests.get(name)
      if (current === undefined) return mayBeGone(name) ? [] : [sentence(name, 'is gone')]
      return current === digest ? [] : [sentence(name, 'was changed')]
    }),
    ...found.filter(([name]) => !sealedDigests.has(name)).map(([name]) => sentence(name, 'was added afterwards')),
  ]
}

type IsExcused = (organization: string, sequence: number) => boolean

/**
 * Returns a function that decides whether an event may be missing because its month was dropped. Not every event in a dropped range of
 * sequences is gone: at the boundary of two months, the event with the lower sequence may have the later time.
 */
const excusesOf = (checkpoints: readonly Checkpoint[]): IsExcused => {
  const ranges = checkpoints.flatMap((each) => (each.kind === 'events' ? each.dropped : []))
  return (organization, sequence) =>
    ranges.some(([owner, first, last]) => owner === organization && sequence >= first && sequence <= last)
}

/** A stored link of the chain. */
interface Seal extends SealContent {
  readonly hash: Uint8Array
}

/** Reads a link; `undefined` if it no longer exists. */
const readSeal = async (db: Database, number: number): Promise<Seal | undefined> => {
  const { rows } = await sql<Seal>`
    select number, sealed_at, former_hash, hash, items from audit_seals where number = ${number}`.execute(db)
  return rows[0]
}
