import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeRun, playRuns } from '../../chaos/play-runs.ts'
import { openStage, type Stage } from '../../chaos/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

// `npm run chaos` and `npm run drill` run hundreds of shoppers.
test('of 8 impatient shoppers, none pays twice and none sees a wrong message', async () => {
  const failed: string[] = []
  await playRuns(stage, { first: 1, count: 8, atOnce: 4 }, (run) => {
    if (run.violations.length > 0) failed.push(describeRun(run))
  })

  expect(failed).toEqual([])
}, 300_000)
