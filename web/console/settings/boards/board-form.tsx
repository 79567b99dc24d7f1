import { useRef } from 'react'
import type { BoardWithCounts } from '#server/boards/list.ts'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { RadioGroup, Switch } from '../../../ui/forms/choice.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { boardsMessages as messages } from '../../messages/settings/boards.ts'
import { settingsMessages } from '../../messages/settings/common.ts'
import { slugify } from '../../slugify.ts'

interface BoardFormProps {
  intent: 'create' | 'update'
  board?: BoardWithCounts
}

const reviewPolicies = ['all', 'links', 'first_time', 'none'] as const

export function BoardForm({ intent, board }: BoardFormProps) {
  const isSlugEdited = useRef(board !== undefined)
  return (
    <ActionForm intent={intent} noValidate {...(board && { fields: { id: board.id } })}>
      <Field name="name" label={messages.name}>
        <TextInput
          defaultValue={board?.name ?? ''}
          maxLength={100}
          required
          dir="auto"
          onChange={(event) => {
            // Suggests a slug until the person edits it.
            const slug = event.target.form?.elements.namedItem('slug')
            if (slug instanceof HTMLInputElement && !isSlugEdited.current)
              slug.value = slugify(event.target.value, 'board')
          }}
        />
      </Field>
      <Field name="slug" label={messages.slug} help={board ? messages.slugChangeHelp : messages.slugHelp}>
        <TextInput
          defaultValue={board?.slug ?? ''}
          maxLength={63}
          required
          mono
          spellCheck={false}
          autoCapitalize="none"
          onChange={() => {
            isSlugEdited.current = true
          }}
        />
      </Field>
      <Switch
        name="acceptsRequests"
        label={messages.acceptsRequests}
        help={messages.acceptsRequestsHelp}
        defaultChecked={board?.acceptsRequests ?? true}
      />
      <Switch
        name="isPublic"
        label={messages.isPublic}
        help={messages.isPublicHelp}
        defaultChecked={board?.isPublic ?? true}
      />
      <RadioGroup
        name="reviewsNew"
        legend={messages.reviewsNew}
        defaultValue={board?.reviewsNew ?? 'all'}
        options={reviewPolicies.map((value) => ({ value, ...messages.reviewPolicies[value] }))}
      />
      <RadioGroup
        name="reviewsComments"
        legend={messages.reviewsComments}
        defaultValue={board?.reviewsComments ?? 'links'}
        options={reviewPolicies.map((value) => ({ value, ...messages.commentReviewPolicies[value] }))}
      />
      <FormActions end>
        <SubmitButton>{board ? settingsMessages.save : messages.addSubmit}</SubmitButton>
      </FormActions>
    </ActionForm>
  )
}
