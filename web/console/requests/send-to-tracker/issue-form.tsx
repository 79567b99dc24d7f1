import { LockKeyhole, Send, TriangleAlert } from 'lucide-react'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Field, FieldRow } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Select, TextArea, TextInput } from '../../../ui/forms/text-input.tsx'
import { sendToTrackerMessages as messages } from '../../messages/requests/send-to-tracker.ts'
import { priorityLabels, trackerMessages } from '../../messages/settings/tracker.ts'
import type { IssueFormData } from './issue-form-data.ts'
import { LabelCheckboxes } from './label-checkboxes.tsx'
import type { SendPageData } from './load.ts'

interface IssueFormProps extends IssueFormData {
  tracker: NonNullable<SendPageData['tracker']>
  feedbackId: string
}

/** Shows the proposed issue, with every field editable. */
export function IssueForm(props: IssueFormProps) {
  const { preview, choices, tracker, feedbackId, sendsContext } = props
  const { proposedIssue: issue } = preview
  return (
    <ActionForm
      intent="send"
      fields={issue.teamId === null ? {} : { teamId: issue.teamId }}
      draftKey={`issue:${feedbackId}`}
      className="sending-form"
    >
      <Field name="title" label={messages.issueTitle}>
        <TextInput
          defaultValue={issue.title}
          maxLength={choices.maxTitleLength}
          required
          dir="auto"
          autoComplete="off"
        />
      </Field>
      <Field name="description" label={messages.description} help={messages.descriptionHelp}>
        <TextArea size="lg" mono defaultValue={issue.description} dir="auto" />
      </Field>
      <FieldRow>
        <ProjectField {...props} />
        <AssigneeField {...props} />
        {!choices.unsupported.includes('priority') && (
          <Field name="priority" label={messages.priority}>
            <Select
              defaultValue={String(issue.priority ?? '')}
              // Without a default priority, none is sent unless one is chosen.
              options={priorityLabels.map((label, value) => ({
                value: value === 0 && issue.priority === null ? '' : String(value),
                label,
              }))}
            />
          </Field>
        )}
      </FieldRow>
      <LabelCheckboxes key={issue.teamId} labels={choices.labels} chosen={issue.labelIds} />
      <ContextNote isSent={sendsContext} tracker={tracker.name} />
      <FormActions>
        <SubmitButton icon={<Send aria-hidden />}>{messages.send({ tracker: tracker.name })}</SubmitButton>
      </FormActions>
    </ActionForm>
  )
}

function ProjectField({ preview: { proposedIssue }, choices, hasDefault, tracker }: IssueFormProps) {
  const { teamId, projectId } = proposedIssue
  return (
    <Field name="projectId" label={trackerMessages.projectNouns[tracker.provider]} key={teamId}>
      <Select
        defaultValue={projectId ?? ''}
        options={[
          ...(hasDefault.project ? [] : [{ value: '', label: messages.none }]),
          ...choices.projects.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </Field>
  )
}

function AssigneeField({ preview: { proposedIssue }, choices, hasDefault }: IssueFormProps) {
  const { teamId, assigneeId } = proposedIssue
  return (
    <Field name="assigneeId" label={messages.assignee} key={teamId}>
      <Select
        defaultValue={assigneeId ?? ''}
        options={[
          ...(hasDefault.assignee ? [] : [{ value: '', label: messages.unassigned }]),
          ...choices.assignees.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </Field>
  )
}

/** Says whether private context will leave the workspace. */
function ContextNote({ isSent, tracker }: { isSent: boolean; tracker: string }) {
  const Icon = isSent ? TriangleAlert : LockKeyhole
  return (
    <div className="sending-context" data-tone={isSent ? 'warning' : undefined}>
      <Icon aria-hidden />
      <p>
        <b>{isSent ? messages.contextSent : messages.contextNotSent}</b>
        {isSent ? messages.contextSentText({ tracker }) : messages.contextNotSentText}
      </p>
    </div>
  )
}
