/** What a document has measured about itself; times in milliseconds since the epoch. */
export interface Vitals {
  /** The start of the first frame at which each thing was found visible. */
  readonly seen: Record<string, number>
  readonly shifts: number
  /** The part of each long task beyond 50 milliseconds. */
  blocking: { readonly at: number; readonly ms: number }[]
  /** How often the shopper touched this document or typed in it. */
  touches: number
  /** Every interaction long enough for the browser to report, from the touch to the next drawing. */
  interactions: { readonly name: string; readonly ms: number }[]
}

/** The shortest interaction that a browser reports, in milliseconds. */
export const shortestTold = 16

/**
 * Measures a document from its start; runs in the page. `sights` are expressions that become true when something is visible; they are
 * evaluated before every drawing.
 */
export const watchVitals = (sights: Readonly<Record<string, string>>): void => {
  const page = globalThis as unknown as { vitals: { -readonly [Key in keyof Vitals]: Vitals[Key] } }
  if (page.vitals !== undefined) return
  const vitals: (typeof page)['vitals'] = { seen: {}, shifts: 0, blocking: [], touches: 0, interactions: [] }
  page.vitals = vitals
  const now = (time: number) => performance.timeOrigin + time
  const tests = Object.entries(sights).map(([name, sight]) => [name, new Function(`return ${sight}`)] as const)
  const look = (time: number): void => {
    for (const [name, isThere] of tests) if (!(name in vitals.seen) && isThere()) vitals.seen[name] = now(time)
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  const observe = (type: string, take: (entry: never) => void, more = {}): void =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as never)
    }).observe({ type, buffered: true, ...more })
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, () => (vitals.touches += 1), { capture: true })
  observe('layout-shift', ({ value, hadRecentInput }: { value: number; hadRecentInput: boolean }) => {
    if (!hadRecentInput) vitals.shifts += value
  })
  observe('longtask', ({ startTime, duration }: PerformanceEntry) =>
    vitals.blocking.push({ at: now(startTime), ms: duration - 50 }),
  )
  observe(
    'event',
    ({ name, duration, interactionId }: PerformanceEntry & { interactionId: number }) => {
      if (interactionId > 0) vitals.interactions.push({ name, ms: duration })
    },
    { durationThreshold: 16 },
  )
}
