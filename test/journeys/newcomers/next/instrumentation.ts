/** Next calls this once when the server starts. */
export const register = async (): Promise<void> => {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return
  const { billing, deliver } = await import('./shop.ts')
  void (async () => {
    for await (const event of billing.followEvents({ after: null })) await deliver('event', event)
  })()
}
