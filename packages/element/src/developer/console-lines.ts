/** The values that a message can contain. */
export interface LineValues {
  /** The origin of the billing server; if the page set an invalid value, that value. */
  readonly server?: string | undefined
  readonly sessionId?: string | undefined
  /** An attribute that should contain a language tag, with its value. */
  readonly language?: string | undefined
  /** The server's message. */
  readonly message?: string | undefined
}

const lines: Readonly<Record<string, (values: LineValues) => string>> = {
  origin_not_allowed: ({ server }) =>
    `Pages of ${location.origin}${location.origin === 'null' ? ' (a sandboxed frame or a file, which sends no origin of its own)' : ''} may not show checkouts of this organization of ${server}. Add the origin to its setting "allowed_origins": npx billing-checkout organization update org_… --set allowed_origins+='["${location.origin}"]'`,
  not_found: ({ sessionId, server }) =>
    `${server} knows no client session "${sessionId}". Its id must be whole, and made by this server in this mode (POST /client-session).`,
  network: ({ server }) =>
    `${server} did not answer. Is it running, is "server" its address, and does this page's Content-Security-Policy have it in connect-src?`,
  insecure_context: () => `This page is not a secure context. Serve it over https, or from localhost.`,
  invalid_server: ({ server }) =>
    `server="${server}" is no URL. Name the origin of the billing server, such as server="https://billing.example".`,
  no_language: ({ language }) =>
    `${language} is no BCP 47 language tag, such as "de" or "pt-BR". It is ignored: the language of the session, the page or the browser is spoken.`,
  part_unavailable: () =>
    `A part of the checkout did not load in time, so the checkout is incomplete, or a payment could not be sent. Does this page's Content-Security-Policy or an extension forbid one of its scripts?`,
  tag_taken: () =>
    `The tag <billing-checkout> belongs to another class on this page, so no checkout is shown. Load the script before that class is defined, or once.`,
  other_document: () =>
    `The element was moved into another document, such as a popup. Load the script in that document, and make the element there.`,
  no_session: () => `There has been no "session-id" for 5 seconds. It is the id that POST /client-session answers.`,
  frame_blocked: ({ server }) =>
    `This page's Content-Security-Policy forbids the card form. Add to it: frame-src ${server}, and beside it that server's FRAME_ORIGIN if it has one; its page at / says so.`,
  frame_silent: ({ server }) =>
    `The card form of ${server} was loaded and does not answer. Either the browser shows an error in its place (see above), or a page between forbids it: Content-Security-Policy, frame-ancestors, or an extension.`,
  trusted_types: () =>
    `This page's Content-Security-Policy does not allow the policy that the checkout's templates need. Add its name: trusted-types lit-html; for the portal, which loads the checkout, add 'allow-duplicates', too.`,
}

const told = new Set<string>()

/** Logs the message for `name`, if there is one. The same message is logged only once. */
export const logOnce = (name: string, values: LineValues): void => {
  const line = lines[name]?.(values)
  if (line === undefined || told.has(line)) return
  told.add(line)
  console.error(`<billing-checkout>: ${line}`)
}
