import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser'

/** An email as its reader sees it. */
export interface ArrivedEmail {
  /** Every address to which the email was delivered. */
  readonly recipients: readonly string[]
  readonly from: readonly Address[]
  readonly to: readonly Address[]
  readonly replyTo: readonly Address[]
  readonly subject: string
  readonly messageId: string
  readonly date: string
  readonly autoSubmitted: string
  /** The names of all headers in lower case, sorted, with repetitions. */
  readonly headers: readonly string[]
  readonly text: string
  readonly html: string
}

/** An address in a header, with its name. */
export interface Address {
  readonly name: string
  readonly address: string
}

/** Reads the raw bytes of an email as a mail program does. */
export const readEmail = async (raw: Buffer, recipients: readonly string[]): Promise<ArrivedEmail> => {
  const mail = await simpleParser(raw)
  return {
    recipients,
    from: addressesOf(mail.from),
    to: addressesOf(mail.to),
    replyTo: addressesOf(mail.replyTo),
    subject: mail.subject ?? '',
    messageId: mail.messageId ?? '',
    date: mail.date?.toISOString() ?? '',
    autoSubmitted: String(mail.headers.get('auto-submitted') ?? ''),
    headers: mail.headerLines.map(({ key }) => key).toSorted(),
    text: mail.text ?? '',
    html: mail.html || '',
  }
}

const addressesOf = (header: ParsedMail['to']): Address[] =>
  [header ?? []]
    .flat()
    .flatMap(({ value }: AddressObject) => value)
    .map(({ name, address = '' }) => ({ name, address }))
