import { explainError } from '../api/explain-error.ts'
import { fetchCsv } from '../api/fetch-csv.ts'
import { toast } from '../parts/toast.ts'
import type { Context } from '../shell/context.ts'

/** Downloads all rows of a list as a file. */
export const downloadCsv = async ({ send, say }: Context, path: string, name: string): Promise<void> => {
  toast(say('csv.begun'))
  try {
    save(await fetchCsv(send, path), name)
    toast(say('csv.done', { name }))
  } catch (error) {
    toast(explainError(error, say))
  }
}

const save = (file: Blob, name: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // After this time, the browser has saved the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
