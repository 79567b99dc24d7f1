import { useState } from 'react'
import type { FormInput } from '#server/console/form.ts'
import type { ChannelKind, Provider } from '#server/webhooks/channels/kinds.ts'
import type { ChannelMessage } from '#server/webhooks/channels/message.ts'
import type { Channel } from '#server/webhooks/channels/schema.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Checkbox, RadioGroup } from '../../../ui/forms/choice.tsx'
import { Field, FieldNotes, FieldSet, useFieldState } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Select, TextInput } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { useHydrated } from '../../../ui/lib/use-hydrated.ts'
import { channelsMessages as messages } from '../../messages/settings/channels.ts'
import { channelKinds, providers } from './kinds.ts'
import { Preview } from './preview.tsx'

export type EditedChannel = Pick<Channel, 'provider' | 'name' | 'kinds' | 'boardIds'> & { address: string | null }

export interface ChannelFormProps {
  intent: 'create' | 'update'
  channel: EditedChannel
  boards: { id: string; name: string }[]
  samples: Record<ChannelKind, ChannelMessage>
  submit: string
  cancelUrl: string
}

/** The form of a channel, beside a preview of what it posts. A channel keeps its product. */
export function ChannelForm({ intent, channel, boards, samples, submit, cancelUrl }: ChannelFormProps) {
  const [provider, setProvider] = useState(channel.provider)
  return (
    <div className="channel-form">
      <Card>
        <ActionForm intent={intent} noValidate>
          {intent === 'create' && (
            <RadioGroup
              name="provider"
              legend={messages.provider}
              look="segments"
              defaultValue={provider}
              onChange={(value) => setProvider(value as Provider)}
              options={providers.map((value) => ({ value, label: messages.providers[value] }))}
            />
          )}
          <Field name="webhookUrl" label={messages.webhookUrl} help={<UrlHelp channel={channel} provider={provider} />}>
            <TextInput type="url" maxLength={2_000} autoComplete="off" dir="ltr" required={channel.address === null} />
          </Field>
          <Field name="name" label={messages.name} help={messages.nameHelp}>
            <TextInput maxLength={80} required autoComplete="off" defaultValue={channel.name} />
          </Field>
          <Kinds selected={channel.kinds} />
          {(boards.length > 1 || channel.boardIds.length > 0) && <Boards boards={boards} selected={channel.boardIds} />}
          <FormActions>
            <SubmitButton>{submit}</SubmitButton>
            <LinkButton to={cancelUrl}>{messages.cancel}</LinkButton>
          </FormActions>
        </ActionForm>
      </Card>
      <div className="channel-preview">
        <PreviewCard provider={provider} samples={samples} />
      </div>
    </div>
  )
}

function UrlHelp({ channel: { address }, provider }: Pick<ChannelFormProps, 'channel'> & { provider: Provider }) {
  return (
    <>
      {address !== null && <span className="block wrap-anywhere">{messages.webhookUrlKept({ address })}</span>}
      <span className="block">{messages.steps[provider]}</span>
      <span className="block">{messages.webhookUrlHelp}</span>
    </>
  )
}

function Kinds({ selected }: { selected: readonly ChannelKind[] }) {
  const state = useFieldState('kinds', {})
  return (
    <div id={state.id} tabIndex={-1} className="flex flex-col gap-2">
      <FieldSet legend={messages.kinds}>
        {channelKinds.map((kind) => {
          const { label, help } = messages.kindLabels[kind]
          return (
            <Checkbox
              key={kind}
              name="kinds"
              value={kind}
              defaultChecked={selected.includes(kind)}
              label={label}
              {...(help && { help })}
            />
          )
        })}
      </FieldSet>
      <FieldNotes control={state} help={messages.burst} />
    </div>
  )
}

function Boards({ boards, selected }: { boards: ChannelFormProps['boards']; selected: readonly string[] }) {
  const state = useFieldState('boardIds', {})
  return (
    <div id={state.id} tabIndex={-1} className="flex flex-col gap-2">
      <FieldSet legend={messages.boards} help={messages.boardsHelp}>
        {boards.map(({ id, name }) => (
          <Checkbox key={id} name="boardIds" value={id} defaultChecked={selected.includes(id)} label={name} />
        ))}
      </FieldSet>
      <FieldNotes control={state} help={undefined} />
    </div>
  )
}

function PreviewCard({ provider, samples }: { provider: Provider; samples: ChannelFormProps['samples'] }) {
  const [kind, setKind] = useState<ChannelKind>('request.created')
  const isHydrated = useHydrated()
  return (
    <Card title={messages.preview}>
      <div className="flex flex-col gap-3">
        {isHydrated && (
          <Field name="preview" label={messages.previewOf} hideLabel>
            <Select
              value={kind}
              onChange={({ currentTarget }) => setKind(currentTarget.value as ChannelKind)}
              options={channelKinds.map((value) => ({ value, label: messages.kindLabels[value].label }))}
            />
          </Field>
        )}
        <Preview provider={provider} message={samples[kind]} />
      </div>
    </Card>
  )
}

/** Reads the fields of the form, to be validated. */
export const readChannelForm = (form: FormInput) => ({
  name: form.text('name'),
  kinds: form.all('kinds'),
  boardIds: form.all('boardIds'),
})
