import { html } from 'lit'
import { openDialog } from '../parts/form-dialog.ts'
import { toast } from '../parts/toast.ts'
import type { Context } from '../shell/context.ts'

/** Archives or unarchives a plan or discount; resolves with `true` once done. `hint` explains the consequence to the user. */
export const openArchive = (
  { say }: Pick<Context, 'say'>,
  {
    isArchived,
    hint,
    change,
  }: {
    readonly isArchived: boolean
    readonly hint: string
    readonly change: (body: { readonly archived: boolean }) => Promise<unknown>
  },
): Promise<boolean> => {
  const label = say(isArchived ? 'offer.unarchive' : 'offer.archive')
  return openDialog({
    say,
    heading: label,
    submitLabel: label,
    content: () => html`<p>${hint}</p>`,
    submit: async () => {
      await change({ archived: !isArchived })
      toast(say(isArchived ? 'offer.isBack' : 'offer.isArchived'))
    },
  })
}
