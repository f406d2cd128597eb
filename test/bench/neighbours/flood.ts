import autocannon from 'autocannon'

// The first message describes a request, which is then sent repeatedly over many connections until a second message arrives. Then reports
// how many requests per second were answered, and how many answers were no success.
process.once('message', (options: autocannon.Options) => {
  const load = autocannon({ ...options, duration: 600 }, (_error, { requests, duration, non2xx }) => {
    process.send?.({ perSecond: requests.total / duration, refused: non2xx })
    process.disconnect()
  })
  process.once('message', () => load.stop())
})
// The parent process has ended, so stop.
process.once('disconnect', () => process.exit())
