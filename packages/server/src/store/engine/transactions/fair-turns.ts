import { required } from '@billing-checkout/domain'
import { DatabaseBusy } from '../errors/database-busy.ts'
import { currentOrganization, nobody } from './on-behalf-of.ts'

/** How many may work at the same time, and how many may wait for that. */
export interface TurnLimits {
  readonly places: number
  /** The number of places that one organization has at most; the rest is for organizations that have none. */
  readonly placesEach?: number
  /**
   * The number of places that it has at most while another organization comes, too, so that the other's next turn is never many
   * turns away.
   */
  readonly placesBeside?: number
  /** Milliseconds after which a turn's place goes to the next, even if its work still runs; absent: never. */
  readonly heldMillisMax?: number
  /** How long a caller waits for a turn; absent: for as long as it takes. */
  readonly waitMillisMax?: number
  /** How many may wait; beyond that the newest of the largest crowd are refused. */
  readonly waitingMax?: number
}

/** Ends a turn. */
export type EndTurn = () => void

/**
 * Gives out turns at a resource that only a few can use at the same time. Within an organization turns are first come, first served. Among
 * organizations, the one with the fewest turns now is served first, and of those the one that has waited longest. So a burst of requests of
 * one organization delays the others by at most one turn.
 */
export class FairTurns {
  readonly #limits: Required<TurnLimits>
  /** The two organizations whose turns began last, the latest first. */
  #lately: readonly TurnHold[] = []
  /** The number of turns that each organization has at the moment. */
  readonly #taken = new Map<string, number>()
  #takenInAll = 0
  /** The callers who wait, by organization; the organizations are in the order in which they were last served. */
  readonly #waiting = new Map<string, Waiting[]>()
  #waitingInAll = 0

  constructor({
    places,
    placesEach = places,
    placesBeside = placesEach,
    heldMillisMax = Infinity,
    waitMillisMax = Infinity,
    waitingMax = 2000,
  }: TurnLimits) {
    this.#limits = { places, placesEach, placesBeside, heldMillisMax, waitMillisMax, waitingMax }
  }

  /**
   * Resolves when it is the caller's turn, with the function that ends it. Throws `DatabaseBusy` when that would take too long, or a
   * smaller crowd needs the place in the queue.
   */
  take(): Promise<EndTurn> {
    const organization = currentOrganization()
    if (this.#mayBegin(organization) && !this.#waiting.has(organization))
      return Promise.resolve(this.#begin(organization))
    if (this.#waitingInAll >= this.#limits.waitingMax && !this.#makeRoom(organization)) {
      return Promise.reject(tooManyWait(this.#waitingInAll))
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { organization, resolve, reject, timer: this.#limitWait(() => waiting) }
      const others = this.#waiting.get(organization)
      if (others === undefined) this.#waiting.set(organization, [waiting])
      else others.push(waiting)
      this.#waitingInAll += 1
    })
  }

  /**
   * Refuses the last to come of the largest crowd, so that one more of a smaller one can wait: otherwise a crowd that fills the
   * queue would shut out everybody else. Answers whether there was such a crowd.
   */
  #makeRoom(organization: string): boolean {
    let largest: readonly Waiting[] = []
    for (const crowd of this.#waiting.values()) if (crowd.length > largest.length) largest = crowd
    const last = largest.at(-1)
    if (last === undefined || largest.length <= (this.#waiting.get(organization)?.length ?? 0) + 1) return false
    this.#refuse(last, tooManyWait(this.#waitingInAll))
    return true
  }

  #mayBegin(organization: string): boolean {
    const { places, placesEach, placesBeside } = this.#limits
    const limit = this.#hasCompany(organization) ? placesBeside : placesEach
    return this.#takenInAll < places && this.#takenBy(organization) < limit
  }

  /** Whether another organization's turn began within the last second. */
  #hasCompany(organization: string): boolean {
    const other = this.#lately.find((begun) => begun.organization !== organization)
    return other !== undefined && performance.now() - other.at < 1000
  }

  #takenBy(organization: string): number {
    return this.#taken.get(organization) ?? 0
  }

  #begin(organization: string): EndTurn {
    if (organization !== nobody) {
      const others = this.#lately.filter((begun) => begun.organization !== organization)
      this.#lately = [{ organization, at: performance.now() }, ...others.slice(0, 1)]
    }
    this.#taken.set(organization, this.#takenBy(organization) + 1)
    this.#takenInAll += 1
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      this.#end(organization)
    }
    const { heldMillisMax } = this.#limits
    const timer = heldMillisMax === Infinity ? undefined : setTimeout(end, heldMillisMax)
    return end
  }

  #end(organization: string): void {
    const left = this.#takenBy(organization) - 1
    if (left === 0) this.#taken.delete(organization)
    else this.#taken.set(organization, left)
    this.#takenInAll -= 1
    this.#moveBehind(organization)
    this.#callNext()
  }

  #callNext(): void {
    for (let next = this.#chooseNext(); next !== undefined; next = this.#chooseNext()) {
      const { resolve, timer } = this.#removeFirst(next)
      clearTimeout(timer)
      resolve(this.#begin(next))
    }
  }

  #chooseNext(): string | undefined {
    let chosen: string | undefined
    for (const organization of this.#waiting.keys()) {
      if (!this.#mayBegin(organization)) continue
      if (chosen === undefined || this.#takenBy(organization) < this.#takenBy(chosen)) chosen = organization
    }
    return chosen
  }

  #removeFirst(organization: string): Waiting {
    const first = required(this.#waiting.get(organization)?.shift(), 'waiting caller of', organization)
    this.#waitingInAll -= 1
    this.#moveBehind(organization)
    return first
  }

  /** Moves an organization that was served to the end of the queue, or removes it if it has no waiters left. */
  #moveBehind(organization: string): void {
    const waiting = this.#waiting.get(organization) ?? []
    this.#waiting.delete(organization)
    if (waiting.length > 0) this.#waiting.set(organization, waiting)
  }

  #limitWait(who: () => Waiting): NodeJS.Timeout | undefined {
    const { waitMillisMax } = this.#limits
    if (waitMillisMax === Infinity) return undefined
    return setTimeout(
      () => this.#refuse(who(), new DatabaseBusy(`No turn came within ${waitMillisMax / 1000} seconds.`)),
      waitMillisMax,
    )
  }

  #refuse(waiting: Waiting, reason: DatabaseBusy): void {
    const { organization, timer, reject } = waiting
    const others = required(this.#waiting.get(organization), 'waiting callers of', organization)
    others.splice(others.lastIndexOf(waiting), 1)
    if (others.length === 0) this.#waiting.delete(organization)
    this.#waitingInAll -= 1
    clearTimeout(timer)
    reject(reason)
  }
}

const tooManyWait = (count: number) => new DatabaseBusy(`${count} wait for their turn already.`)

interface TurnHold {
  readonly organization: string
  readonly at: number
}

interface Waiting {
  readonly organization: string
  readonly reject: (reason: DatabaseBusy) => void
  readonly resolve: (end: EndTurn) => void
  readonly timer: NodeJS.Timeout | undefined
}
