import type { Command } from 'commander'

/**
 * Adds `webhooks listen`. It calls a server over HTTP like any merchant's program, so it also runs on machines without that server's store.
 */
export const addWebhookCommands = (program: Command, environment: Readonly<NodeJS.ProcessEnv>): void => {
  program
    .command('webhooks')
    .description('webhooks for a program that the server cannot reach')
    .exitOverride()
    .command('listen')
    .description('forward new events, signed like webhooks, until it receives SIGINT')
    .requiredOption('--forward-to <url>', 'where to post each event, such as http://localhost:3000/webhooks')
    .option('--server <url>', 'address of the billing server', 'http://localhost:4242')
    .option('--api-key <key>', 'API key with events:read; BILLING_API_KEY hides it from other users of the machine')
    .option('--secret <secret>', 'sign with this whsec_… (default: a new secret, which is printed)')
    .option('--after <id>', 'start after this event (default: after the latest)')
    .option('--json', 'print one JSON object for each event')
    .exitOverride()
    .action(async ({ apiKey = environment['BILLING_API_KEY'] ?? '', ...options }) => {
      // Loaded here, so that no other command waits for it.
      const { listenToWebhooks } = await import('./listen-to-webhooks.ts')
      await listenToWebhooks({ apiKey, ...options })
    })
}
