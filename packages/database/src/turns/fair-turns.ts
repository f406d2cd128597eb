import { required } from '@billing-checkout/domain'
import { DatabaseBusy } from '../errors/database-busy.ts'
import { currentOrganization, noOrganization } from './run-on-behalf-of.ts'

/** How many callers may work at the same time, and how many may wait. */
export interface TurnLimits {
  readonly places: number
  /** The maximum number of places for one organization; the other places are reserved for other organizations. */
  readonly placesPerOrganization?: number
  /** The maximum number of places for one organization while another is active, so that the other soon gets its turn. */
  readonly placesContended?: number
  /** Milliseconds after which the place of a running turn goes to the next caller, even if the turn's work still runs; absent: never. */
  readonly heldMillisMax?: number
  /** Milliseconds that a caller waits for a turn; absent: no limit. */
  readonly waitMillisMax?: number
  /**
   * How many callers may wait. Above this number, the newest callers of the organization with the longest queue are refused; absent: 2000.
   */
  readonly waitingMax?: number
}

/** Ends a turn. */
export type EndTurn = () => void

/**
 * Gives out turns at a resource that only a few callers can use at the same time. Within an organization, turns are first come, first
 * served. Among organizations, the one with the fewest running turns comes first; if several have equally few, the one that has waited
 * longest since its last turn. So a burst of requests of one organization delays the others by at most one turn.
 */
export class FairTurns {
  readonly #limits: Required<TurnLimits>
  /** The two organizations whose turns started last, the latest first. */
  #latestTurns: readonly StartedTurn[] = []
  /** The number of running turns of each organization. */
  readonly #taken = new Map<string, number>()
  #takenInAll = 0
  /** The waiting callers by organization, with the least recently served organization first. */
  readonly #waiting = new Map<string, Waiting[]>()
  #waitingInAll = 0

  constructor({
    places,
    placesPerOrganization = places,
    placesContended = placesPerOrganization,
    heldMillisMax = Infinity,
    waitMillisMax = Infinity,
    waitingMax = 2000,
  }: TurnLimits) {
    this.#limits = {
      places,
      placesPerOrganization: placesPerOrganization,
      placesContended,
      heldMillisMax,
      waitMillisMax,
      waitingMax,
    }
  }

  /**
   * Resolves when it is the caller's turn, with the function that ends the turn. Throws `DatabaseBusy` after `waitMillisMax`, or if the
   * queue is full and no other organization has a longer part of it.
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
   * Refuses the newest caller of the organization with the longest queue, so that a caller of an organization with a shorter queue can
   * wait. Otherwise one organization could fill the queue and shut out all others. Returns whether there is room now.
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
    const { places, placesPerOrganization, placesContended } = this.#limits
    const limit = this.#isContended(organization) ? placesContended : placesPerOrganization
    return this.#takenInAll < places && this.#takenBy(organization) < limit
  }

  /** Whether another organization's turn began within the last second. */
  #isContended(organization: string): boolean {
    const other = this.#latestTurns.find((turn) => turn.organization !== organization)
    return other !== undefined && performance.now() - other.startedAt < 1000
  }

  #takenBy(organization: string): number {
    return this.#taken.get(organization) ?? 0
  }

  #begin(organization: string): EndTurn {
    if (organization !== noOrganization) {
      const others = this.#latestTurns.filter((turn) => turn.organization !== organization)
      this.#latestTurns = [{ organization, startedAt: performance.now() }, ...others.slice(0, 1)]
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
    this.#moveToEnd(organization)
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
    this.#moveToEnd(organization)
    return first
  }

  /** Moves an organization that was just served to the end of the order, or removes it if none of its callers waits. */
  #moveToEnd(organization: string): void {
    const waiting = this.#waiting.get(organization) ?? []
    this.#waiting.delete(organization)
    if (waiting.length > 0) this.#waiting.set(organization, waiting)
  }

  #limitWait(caller: () => Waiting): NodeJS.Timeout | undefined {
    const { waitMillisMax } = this.#limits
    if (waitMillisMax === Infinity) return undefined
    return setTimeout(
      () => this.#refuse(caller(), new DatabaseBusy(`No turn came within ${waitMillisMax / 1000} seconds.`)),
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

const tooManyWait = (count: number) => new DatabaseBusy(`${count} requests already wait for their turn.`)

interface StartedTurn {
  readonly organization: string
  readonly startedAt: number
}

interface Waiting {
  readonly organization: string
  readonly reject: (reason: DatabaseBusy) => void
  readonly resolve: (end: EndTurn) => void
  readonly timer: NodeJS.Timeout | undefined
}
