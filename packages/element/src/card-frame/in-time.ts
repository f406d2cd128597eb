/** The result of `promised`; rejects after `ms` milliseconds if there is none. */
export const inTime = <Value>(promised: Promise<Value>, ms: number): Promise<Value> =>
  Promise.race([promised, new Promise<never>((_, reject) => setTimeout(reject, ms, new Error('it took too long')))])
