import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../../test/support/databases/databases.ts'
import { deleteBefore } from './delete-before.ts'

describeEachDatabase('expired rows', (open) => {
  test('are deleted in batches, however many there are, and no other rows', async () => {
    const { db } = await open()
    const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`
    await db
      .insertInto('usedCardTokens')
      .values([1, 2, 3, 4, 5, 6].map((day) => ({ jti: `token ${day}`, expiresAt: at(day) })))
      .execute()

    await deleteBefore(db, 'used_card_tokens', 'expires_at', at(6), { rowsPerBatch: 2 })

    const left = await db.selectFrom('usedCardTokens').select('jti').execute()
    expect(left).toEqual([{ jti: 'token 6' }])
  })
})
