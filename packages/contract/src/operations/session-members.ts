import { z } from 'zod'
import { addressChange } from '../resources/address.ts'
import { countryCode, emailInput, idInput, localeInput } from '../resources/fields.ts'
import { metadataChange } from '../resources/metadata.ts'
import { filledText, personName } from '../resources/text.ts'
import { prorationBillingModes } from '../vocabulary/plan-terms.ts'

/** What appears on a bank statement: 5 to 22 characters that card schemes allow. */
export const statementDescriptor = z
  .string()
  .regex(/^(?=.*[A-Za-z])[A-Za-z0-9 .,*&/+-]{5,22}$/, 'must be 5 to 22 letters, digits, spaces or . , * & / + -')

/** The members of a client session's body, the same for creating and updating (decisions 7). */
export const sessionMembers = z.strictObject({
  customer: z
    .strictObject({
      id: idInput.nullish(),
      external_id: filledText(255).nullish(),
      email: emailInput.nullish(),
      full_name: personName(200).nullish(),
      phone: filledText(50).nullish(),
      address: addressChange.nullish(),
      country: countryCode.nullish(),
      metadata: metadataChange.nullish(),
    })
    .refine(
      (customer) => !(customer.id && customer.external_id),
      'must name the customer by id or by external_id, not both',
    )
    .nullish(),
  plan: z.strictObject({ id: idInput.nullish() }).nullish(),
  subscription: z
    .strictObject({
      id: idInput.nullish(),
      metadata: metadataChange.nullish(),
      proration_billing_mode: z.enum(prorationBillingModes).nullish(),
    })
    .nullish(),
  payment: z
    .strictObject({ metadata: metadataChange.nullish(), statement_descriptor: statementDescriptor.nullish() })
    .nullish(),
  options: z
    .strictObject({
      currency_details: z.boolean().nullish(),
      payment_methods_mode: z.enum(['saved_or_new', 'new_only']).nullish(),
      locale: localeInput.nullish(),
      expires_in: z.int().min(300).max(604_800).nullish(),
      trial: z.enum(['once', 'always']).nullish(),
    })
    .nullish(),
})

/** A change to a client session (decisions 7). */
export type SessionMembers = z.infer<typeof sessionMembers>
