import { createLogger, readConfig } from '#server/index.ts'
import { openStore } from '#server/wiring/open-store.ts'
import { openVault } from '#server/vault/vault.ts'
import { acrossOrganizations } from '#server/store/across-organizations.ts'

// A key rotation in a process of its own, to be killed. It reports to its parent process how many cards it has sealed again so far.

const store = await openStore(readConfig(process.env), createLogger('silent', 2))
const { db } = store.database
const tell = async (): Promise<void> => {
  const { resealed } = await acrossOrganizations(db, 'operator')
    .selectFrom('vaultedCards')
    .select((card) => card.fn.countAll<number>().as('resealed'))
    .where('keyVersion', '=', 2)
    .executeTakeFirstOrThrow()
  process.send?.(resealed)
  return tell()
}

await Promise.race([openVault(db, store.masterSecret).rotate(new Date().toISOString()), tell()])
process.exit()
