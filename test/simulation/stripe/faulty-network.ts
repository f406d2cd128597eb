import { type FakeStripe, type FaultKind, nameOfRequest } from '@billing-checkout/stripe/testing'
import type { ProcessLife } from '../life.ts'
import type { WorldAccess } from '../played-processor.ts'

/** What happens to a request: a fault of Stripe or of the network, a delay, or nothing. */
type RequestFate = FaultKind | 'none' | 'slow' | 'arrives late' | 'held'

/** What a process needs to reach Stripe. */
export interface Network {
  readonly fetch: typeof fetch
  readonly wait: (milliseconds: number) => Promise<unknown>
}

/**
 * The network between a server process and Stripe. Before and after each request, the process may end. Before a request is sent, other
 * stories may run. A process sends its requests one after another, because a story can wait for only one turn at a time.
 */
export const faultyNetwork = (
  fake: FakeStripe,
  access: WorldAccess,
  badness: number,
): ((life: ProcessLife, takeTurn: () => Promise<void>) => Network) => {
  const { stage, chance, note } = access
  const draw = (method: string): RequestFate =>
    access.isCalm() || !chance.happens(badness) ? 'none' : chance.pick(method === 'GET' ? fatesOfReads : fatesOfWrites)

  return (life, takeTurn) => {
    let last: Promise<unknown> = Promise.resolve()
    const sendNext = async (url: string, init: RequestInit): Promise<Response> => {
      await takeTurn()
      life.pass()
      const method = init.method ?? 'GET'
      const name = nameOfRequest({ method, path: new URL(url).pathname })
      const fate = draw(method)
      if (fate !== 'none') note(`Stripe: ${method} ${fate}`)
      if (method === 'POST') access.noteWrite()
      const send = () => fetch(url, { ...init, signal: null })
      switch (fate) {
        case 'none':
          break
        case 'slow':
          await stage.turn(chance.pick([2, 10]))
          break
        case 'arrives late':
          stage.begin(
            async () => {
              access.noteWrite()
              await (await send()).arrayBuffer()
            },
            chance.pick([13, 60, 300]),
          )
          await stage.turn(12)
          throw new TypeError('The request took too long.')
        case 'held': {
          const held = fake.faults.hold(name)
          const answer = send()
          // Stripe answers immediately if it has stored an answer to the request. Then take no turn, because meanwhile the fault would hold
          // back the next request of that name.
          const isHeld = await Promise.race([held.arrived.then(() => true), answer.then(no, no)])
          if (isHeld) await stage.turn(chance.pick([0, 1, 5]))
          held.release()
          return answer
        }
        default:
          fake.faults.fail(name, fate)
      }
      const answer = await send()
      life.pass()
      return answer
    }
    const afterLast = <Result>(act: () => Promise<Result>): Promise<Result> => {
      const done = last.then(act)
      last = done.catch(() => {})
      return done
    }
    return {
      fetch: (url, init = {}) => afterLast(() => sendNext(String(url), init)),
      wait: (milliseconds) => afterLast(() => stage.turn(milliseconds / 1000)),
    }
  }
}

const no = (): boolean => false

const fatesOfReads: readonly RequestFate[] = ['cut_before', 'cut_after', 'rate_limit', 'error_before', 'slow']
const fatesOfWrites: readonly RequestFate[] = [
  'cut_before',
  'cut_before',
  'cut_after',
  'cut_after',
  'error_before',
  'error_after',
  'rate_limit',
  'forbidden',
  'slow',
  'arrives late',
  'arrives late',
  'held',
  'held',
]
