import type { SettingField } from './setting-fields.ts'

/** The settings that the user changed in a form. Sending only these keeps two admins from overwriting each other's changes. */
export const changedSettings = (
  fields: readonly SettingField[],
  form: HTMLFormElement,
): Readonly<Record<string, unknown>> => {
  const typed = new FormData(form)
  const drawn = dataAsDrawn(form)
  return Object.fromEntries(
    fields.flatMap(({ key, read }) => {
      const value = read(typed)
      return JSON.stringify(value) === JSON.stringify(read(drawn)) ? [] : [[key, value]]
    }),
  )
}

/** The form's data as they were before the user changed anything. */
const dataAsDrawn = (form: HTMLFormElement): FormData => {
  const data = new FormData()
  for (const element of form.elements) {
    if (element instanceof HTMLInputElement && element.type === 'checkbox') {
      if (element.defaultChecked) data.append(element.name, element.value)
    } else if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
      data.append(element.name, element.defaultValue)
    else if (element instanceof HTMLSelectElement)
      for (const option of element.options) if (option.defaultSelected) data.append(element.name, option.value)
  }
  return data
}
