/** What `promised` comes to; rejects where that takes longer than `ms`. */
export const inTime = <Value>(promised: Promise<Value>, ms: number): Promise<Value> =>
  Promise.race([
    promised,
    new Promise<never>((_, reject) => {
      const timer = setTimeout(() => reject(new Error('it took too long')), ms)
      const stop = () => clearTimeout(timer)
      promised.then(stop, stop)
    }),
  ])
