import { expect, test, type TestContext } from 'vitest'
import type { AuthorizeRequest, KnownCall, Processor, TwoSteps } from '../processor.ts'
import { listAllTransactions } from './money/lists-of-transactions.ts'

/**
 * Tests what a processor's port promises about charges in two steps. `candidates` makes requests of every kind that the processor can
 * charge, each with its own reference. If the processor charges no candidate in two steps, the tests are skipped.
 */
export const testTwoSteps = (processor: () => Processor, candidates: () => readonly AuthorizeRequest[]): void => {
  const find = ({ skip }: TestContext): ChargeInTwoSteps => {
    const { twoSteps } = processor()
    const request = candidates().find((candidate) => twoSteps?.appliesTo?.(candidate) !== false)
    if (twoSteps === undefined || request === undefined) return skip('It charges in one step.')
    return { twoSteps, request }
  }
  const prepare = async (context: TestContext) => {
    const { twoSteps, request } = find(context)
    const prepared = await twoSteps.prepare(request)
    if (prepared.kind !== 'prepared') throw new Error(`It was not prepared: ${JSON.stringify(prepared)}`)
    const { transactionId } = prepared
    const known: KnownCall = { kind: 'authorize', transactionId, openedAt: new Date().toISOString() }
    return { twoSteps, request, transactionId, known }
  }

  test('that is only prepared moves nothing, and was not seen', async (context) => {
    const { request, known } = await prepare(context)

    expect(await processor().lookUp(request.reference, known)).toBeUndefined()
    const listed = await listAllTransactions(processor(), new Date(Date.now() - 3_600_000).toISOString())
    expect(listed.filter(({ reference }) => reference === request.reference)).toEqual([])
  })

  test('that is prepared again is the same transaction', async (context) => {
    const { twoSteps, request, transactionId } = await prepare(context)

    expect(await twoSteps.prepare(request)).toEqual({ kind: 'prepared', transactionId })
  })

  test('is charged once, however often it is executed, and found by its id', async (context) => {
    const { twoSteps, request, transactionId, known } = await prepare(context)

    const answers = await Promise.all(Array.from({ length: 5 }, () => twoSteps.execute(request, transactionId)))
    const again = await twoSteps.execute(request, transactionId)

    expect(['approved', 'action_required']).toContain(again.kind)
    for (const answer of answers) expect(answer).toEqual(again)
    if (again.kind === 'approved') expect(again.facts.transactionId).toBe(transactionId)
    expect(await processor().lookUp(request.reference, known)).toEqual(again)
  })

  test('that was prepared and closed moves nothing any more', async (context) => {
    const { twoSteps, request, transactionId, known } = await prepare(context)

    const closed = await processor().close(request.reference, known)
    const { kind } = await twoSteps.execute(request, transactionId)

    expect(closed?.kind).not.toBe('approved')
    expect(['failed', 'abandoned']).toContain(kind)
    expect(await processor().lookUp(request.reference, known)).toMatchObject({ kind })
  })

  test('is not executed under the id of nothing', async (context) => {
    const { twoSteps, request } = find(context)

    expect((await twoSteps.execute(request, 'nothing')).kind).not.toBe('approved')
    expect((await processor().lookUp(request.reference))?.kind).not.toBe('approved')
  })
}

/** A processor's two steps, and a request that it charges in them. */
interface ChargeInTwoSteps {
  readonly twoSteps: TwoSteps
  readonly request: AuthorizeRequest
}
