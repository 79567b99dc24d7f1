import type { FormInput } from '#server/console/form.ts'
import { validateForm } from '#server/console/form.ts'
import { mappableFields } from '#server/imports/console/preview.ts'
import { ImportOptions, type ImportSource, importSources } from '#server/imports/options.ts'
import { invalid } from '#server/platform/problems.ts'

/** Reads the choices of a draft. The names of statuses come from the file, so they are values and not names of fields. */
export function readOptions(form: FormInput): { source: ImportSource; options: ImportOptions } {
  const source = form.text('source') as ImportSource
  if (!importSources.includes(source)) throw invalid([{ path: '/source', message: 'must be a source of imports' }])
  const columns = mappableFields.flatMap((field) => {
    const column = form.text(`column.${field}`)
    return column === '' ? [] : [[field, column] as const]
  })
  const names = form.all('statusName')
  const meanings = form.all('statusMeaning')
  const statuses = names.flatMap((name, index) => (meanings[index] ? [[name, meanings[index]] as const] : []))
  const dateOrder = form.text('dateOrder')
  const options = {
    ...(columns.length > 0 && { map: Object.fromEntries(columns) }),
    ...(statuses.length > 0 && { statuses: Object.fromEntries(statuses) }),
    ...(dateOrder !== '' && { dateOrder }),
  }
  return { source, options: validateForm(ImportOptions, options) }
}
