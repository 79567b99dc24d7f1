import type { ImportPreview } from '#server/imports/console/preview.ts'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Select, type SelectOption } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { importMessages as messages } from '../../messages/settings/import.ts'
import type { ImportPage } from './import-page.tsx'

type Fields = keyof typeof messages.fields
const fields = Object.keys(messages.fields) as Fields[]

type Meaning = keyof typeof messages.meanings
const meanings = Object.keys(messages.meanings) as Meaning[]

type DraftProps = Omit<ImportPage, 'draft'> & { draft: NonNullable<ImportPage['draft']> }

/** Maps the columns and statuses of a file. */
export function DraftForm({ draft: { preview, error }, current, options }: DraftProps) {
  // A download from GitHub has fixed columns.
  const isFile = current.source !== 'github'
  return (
    <ActionForm intent={['run', 'check', 'save', 'discard']} noValidate>
      {error && <Notice tone="danger">{error}</Notice>}
      {!isFile && <input type="hidden" name="source" value="github" />}
      {!isFile && !preview && !error && (
        <Notice title={messages.notDownloaded}>
          <p>{messages.notDownloadedText}</p>
        </Notice>
      )}
      {isFile && (
        <Card title={messages.contents} description={preview ? describeTables(preview) : undefined}>
          <div className="form">
            <Field name="source" label={messages.source}>
              <Select
                defaultValue={current.source}
                options={Object.entries(messages.sources)
                  .filter(([value]) => value !== 'heed' && value !== 'github')
                  .map(([value, label]) => ({ value, label }))}
              />
            </Field>
            <Field name="dateOrder" label={messages.dateOrder} help={messages.dateOrderHelp}>
              <Select
                defaultValue={options.dateOrder ?? ''}
                options={[
                  { value: '', label: messages.dateOrders.auto },
                  { value: 'mdy', label: messages.dateOrders.mdy },
                  { value: 'dmy', label: messages.dateOrders.dmy },
                ]}
              />
            </Field>
          </div>
        </Card>
      )}
      {isFile && preview && preview.columns.length > 0 && <ColumnsCard preview={preview} />}
      {preview && preview.statuses.length > 0 && <StatusesCard preview={preview} />}
      <FormActions>
        {preview && (
          <SubmitButton name="intent" value="run">
            {messages.run}
          </SubmitButton>
        )}
        {(preview || !isFile) && (
          <SubmitButton name="intent" value="check" look="normal">
            {messages.check}
          </SubmitButton>
        )}
        {(preview || isFile) && (
          <SubmitButton name="intent" value="save" look="normal">
            {messages.save}
          </SubmitButton>
        )}
        <SubmitButton name="intent" value="discard" look="danger-quiet">
          {messages.discard}
        </SubmitButton>
      </FormActions>
    </ActionForm>
  )
}

function describeTables({ tables, ignored }: ImportPreview): string {
  const known = messages.contentsText({
    tables: tables.map(({ name, resource }) => `${name} (${messages.resources[resource]})`).join(', '),
  })
  return ignored.length === 0 ? known : `${known} ${messages.ignoredText({ tables: ignored.join(', ') })}`
}

function ColumnsCard({ preview: { columns, fields: chosen } }: { preview: ImportPreview }) {
  const options: SelectOption[] = [
    { value: '', label: messages.none },
    ...columns.map(({ name }) => ({ value: name, label: name })),
  ]
  const samplesOf = (field: Fields) => {
    const samples = columns.find(({ name }) => name === chosen[field])?.samples ?? []
    return samples.length === 0 ? undefined : messages.sample({ values: samples.map((each) => `“${each}”`).join(', ') })
  }
  return (
    <Card title={messages.columns} description={messages.columnsText}>
      <div className="form">
        {fields.map((field) => (
          <Field key={field} name={`column.${field}`} label={messages.fields[field]} help={samplesOf(field)}>
            <Select defaultValue={chosen[field] ?? ''} options={options} />
          </Field>
        ))}
      </div>
    </Card>
  )
}

function StatusesCard({ preview: { statuses } }: { preview: ImportPreview }) {
  const options: SelectOption[] = [
    { value: '', label: messages.chooseStatus },
    ...meanings.map((value) => ({ value, label: messages.meanings[value] })),
  ]
  return (
    <Card title={messages.statuses} description={messages.statusesText}>
      <div className="form">
        {statuses.map(({ name, count, meaning }, index) => (
          <div key={name} className="field">
            <input type="hidden" name="statusName" value={name} />
            <label className="field-label" htmlFor={`status-${index}`}>
              {messages.statusLabel({ name, count })}
            </label>
            <Select id={`status-${index}`} name="statusMeaning" defaultValue={meaning ?? ''} options={options} />
          </div>
        ))}
      </div>
    </Card>
  )
}
