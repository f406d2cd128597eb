import autocannon from 'autocannon'

// Sends one request again and again over many connections until it gets a message; then reports how many a second were answered.
process.once('message', (options: autocannon.Options) => {
  const load = autocannon({ ...options, duration: 600 }, (_error, { requests, duration, non2xx }) => {
    process.send?.({ perSecond: requests.total / duration, refused: non2xx })
    process.disconnect()
  })
  process.once('message', () => load.stop())
})
// The process that started it has failed.
process.once('disconnect', () => process.exit())
