import { DatabaseBusy } from './database-busy.ts'
import { currentOrganization, nobody } from './on-behalf-of.ts'

/** How many may work at the same time, and how many may wait. */
export interface TurnLimits {
  readonly places: number
  /** How many places one organization takes at most; the rest is for organizations that have none. */
  readonly placesEach?: number
  /** How many it takes at most while another organization comes, too, so that the other's next turn is never many turns away. */
  readonly placesBeside?: number
  /** How long one waits; without it, for as long as it takes. */
  readonly waitMillisMax?: number
  readonly waitingMax?: number
}

/** Ends a turn. */
export type EndTurn = () => void

/**
 * Turns at something that only few can use at the same time. Of one organization whoever came first is first; among
 * organizations whoever has the fewest turns at the moment is first, and of those whoever has waited longest for one. So the
 * crowd of one of them keeps nobody of another waiting for longer than a turn takes.
 */
export class FairTurns {
  readonly #limits: Required<TurnLimits>
  /** The two organizations that began a turn last, the last one first. */
  #lately: readonly TurnHold[] = []
  /** How many turns each organization has at the moment. */
  readonly #taken = new Map<string, number>()
  #takenInAll = 0
  /** Who waits, by organization; the organizations in the order in which they were served last. */
  readonly #waiting = new Map<string, Waiting[]>()
  #waitingInAll = 0

  constructor({
    places,
    placesEach = places,
    placesBeside = placesEach,
    waitMillisMax = Infinity,
    waitingMax = 2000,
  }: TurnLimits) {
    this.#limits = { places, placesEach, placesBeside, waitMillisMax, waitingMax }
  }

  /** Resolves when it is the caller's turn, with how to end it. Throws `DatabaseBusy` where that would take too long. */
  take(): Promise<EndTurn> {
    const organization = currentOrganization()
    if (this.#mayBegin(organization) && !this.#waiting.has(organization))
      return Promise.resolve(this.#begin(organization))
    if (this.#waitingInAll >= this.#limits.waitingMax) {
      return Promise.reject(new DatabaseBusy(`${this.#waitingInAll} wait for the database already.`))
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { resolve, timer: this.#limitWait(organization, () => waiting, reject) }
      const others = this.#waiting.get(organization)
      if (others === undefined) this.#waiting.set(organization, [waiting])
      else others.push(waiting)
      this.#waitingInAll += 1
    })
  }

  #mayBegin(organization: string): boolean {
    const { places, placesEach, placesBeside } = this.#limits
    const limit = this.#hasCompany(organization) ? placesBeside : placesEach
    return this.#takenInAll < places && this.#takenBy(organization) < limit
  }

  /** Whether another organization has begun a turn within the last second. */
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
    return () => {
      if (isOver) return
      isOver = true
      this.#end(organization)
    }
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
    const first = this.#waiting.get(organization)!.shift()!
    this.#waitingInAll -= 1
    this.#moveBehind(organization)
    return first
  }

  /** Puts an organization that was served behind the others that wait, or away where nobody of it waits. */
  #moveBehind(organization: string): void {
    const waiting = this.#waiting.get(organization) ?? []
    this.#waiting.delete(organization)
    if (waiting.length > 0) this.#waiting.set(organization, waiting)
  }

  #limitWait(
    organization: string,
    who: () => Waiting,
    reject: (reason: DatabaseBusy) => void,
  ): NodeJS.Timeout | undefined {
    const { waitMillisMax } = this.#limits
    if (waitMillisMax === Infinity) return undefined
    return setTimeout(() => {
      const waiting = this.#waiting.get(organization)!
      waiting.splice(waiting.indexOf(who()), 1)
      if (waiting.length === 0) this.#waiting.delete(organization)
      this.#waitingInAll -= 1
      reject(new DatabaseBusy(`No turn at the database came within ${waitMillisMax / 1000} seconds.`))
    }, waitMillisMax)
  }
}

interface TurnHold {
  readonly organization: string
  readonly at: number
}

interface Waiting {
  readonly resolve: (end: EndTurn) => void
  readonly timer: NodeJS.Timeout | undefined
}
