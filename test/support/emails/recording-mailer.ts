import type { EmailSendResult, Mailer, OutgoingEmail } from '#server/emails/mailer.ts'

/** A mailer that delivers nothing, answers as a test wishes, and records the emails that it receives. */
export interface RecordingMailer extends Mailer {
  /** The emails that the mailer has received, in order. */
  readonly handed: readonly OutgoingEmail[]
  /** The emails that the mailer has accepted, in order. */
  readonly accepted: readonly OutgoingEmail[]
  /** Its answer to every email from now on. */
  answer: (email: OutgoingEmail) => EmailSendResult | Promise<EmailSendResult>
}

/** A mailer that accepts everything until a test changes its answer. */
export const aRecordingMailer = (): RecordingMailer => {
  const handed: OutgoingEmail[] = []
  const accepted: OutgoingEmail[] = []
  return {
    fromAddress: 'billing@folio.example',
    handed,
    accepted,
    answer: () => ({ kind: 'accepted' }),
    async send(email) {
      handed.push(email)
      const answer = await this.answer(email)
      if (answer.kind === 'accepted') accepted.push(email)
      return answer
    },
    close() {},
  }
}
