/** The result of `promised`; rejects if there is none after `ms` milliseconds. */
export const awaitWithin = <Value>(promised: Promise<Value>, ms: number): Promise<Value> =>
  Promise.race([promised, new Promise<never>((_, reject) => setTimeout(reject, ms, new Error('it took too long')))])
