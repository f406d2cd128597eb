/** Planned actions in order of time. A running action may plan later actions. */
export interface Diary {
  /** Plans an action at a moment (milliseconds since 1970). Ignores actions after the diary's end. */
  add(at: number, happens: () => Promise<void>): void
  /** Runs all actions. Before each action, calls `arrive` with the action's moment. */
  play(arrive: (at: number) => Promise<void>): Promise<void>
}

/** An empty diary that ends at a moment, in milliseconds since 1970. */
export const openDiary = (end: number): Diary => {
  const entries: { readonly at: number; readonly happens: () => Promise<void> }[] = []
  return {
    add(at, happens) {
      if (at >= end) return
      const place = entries.findLastIndex((entry) => entry.at <= at)
      entries.splice(place + 1, 0, { at, happens })
    },
    async play(arrive) {
      for (let entry = entries.shift(); entry !== undefined; entry = entries.shift()) {
        await arrive(entry.at)
        await entry.happens()
      }
    },
  }
}

/** A day in milliseconds. */
export const day = 86_400_000
