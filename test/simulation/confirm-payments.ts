import { cancelShopperAction, finishShopperAction, queryReference } from '#server/billing/attempts/query-processor.ts'
import { acrossOrganizations } from '#server/store/across-organizations.ts'
import { drawnLife } from './client.ts'
import { ignoreCrash } from './life.ts'
import type { World } from './world.ts'

/**
 * Plays a shopper whose bank requires a confirmation of a session's payment: they pass, fail, cancel, leave or come too late. After an
 * answer, the bank's notification and the shopper's browser each arrive never, once or twice.
 */
export const confirmPayments = async (world: World, sessionId: string): Promise<void> => {
  const { chance, stage } = world
  await stage.turn(chance.pick([1, 5, 60]))
  for (const { actionId, processorKey, preparedId } of await findActions(world, sessionId)) {
    await stage.turn(chance.pick([5, 30, 590, 700]))
    const action = chance.pick([
      'passed',
      'passed',
      'passed',
      'failed',
      'cancelled',
      'calls off',
      'walks away',
    ] as const)
    world.note(`a shopper: ${action}`)
    if (action === 'walks away') continue
    if (action === 'calls off') {
      await cancelShopperAction(world.serve(drawnLife(world, 0.3), 0), actionId!).catch(ignoreOutage)
      continue
    }
    await world.played.answer({ processorKey, preparedId }, action)
    const news = chance.pick(['never', 'once', 'twice'] as const)
    world.note(`news of a shopper came ${news}`)
    for (let times = newsTimes[news]; times > 0; times--) {
      stage.begin(
        () =>
          queryReference(world.serve(drawnLife(world, 0.2), 0), world.processor.id, processorKey).catch(ignoreOutage),
        chance.below(9),
      )
    }
    for (let times = chance.below(3); times > 0; times--) {
      stage.begin(
        () => finishShopperAction(world.serve(drawnLife(world, 0.2), 0), actionId!).catch(ignoreOutage),
        chance.below(9),
      )
    }
  }
}

const newsTimes = { never: 0, once: 1, twice: 2 } as const

const findActions = ({ billing, organization }: World, sessionId: string) =>
  acrossOrganizations(billing.database, 'operator')
    .selectFrom('attempts')
    .innerJoin('payments', (join) =>
      join
        .onRef('payments.organizationId', '=', 'attempts.organizationId')
        .onRef('payments.id', '=', 'attempts.paymentId'),
    )
    .select(['attempts.actionId', 'attempts.processorKey', 'attempts.preparedId'])
    .where('attempts.organizationId', '=', organization.id)
    .where('payments.sessionId', '=', sessionId)
    .where('attempts.state', '=', 'open')
    .where('attempts.action', 'is not', null)
    .execute()

/** Ignores an error because the server ended or the processor did not answer, and throws any other. */
export const ignoreOutage = (error: unknown): void => {
  if (!(error instanceof Error) || !error.message.startsWith('503')) ignoreCrash(error)
}
