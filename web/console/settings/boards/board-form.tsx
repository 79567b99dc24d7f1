import { useRef } from 'react'
import type { ListedBoard } from '#server/boards/list.ts'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { RadioGroup, Switch } from '../../../ui/forms/choice.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { slugOf } from '../../slugify.ts'
import { boardWords as words } from '../../messages/settings/boards.ts'
import { settings } from '../../messages/settings/common.ts'

interface BoardFormProps {
  intent: 'create' | 'update'
  board?: ListedBoard
}

const moderations = ['all', 'first_time', 'none'] as const

export function BoardForm({ intent, board }: BoardFormProps) {
  const isOwn = useRef(board !== undefined)
  return (
    <ActionForm intent={intent} noValidate {...(board && { fields: { id: board.id } })}>
      <Field name="name" label={words.name}>
        <TextInput
          defaultValue={board?.name ?? ''}
          maxLength={100}
          required
          dir="auto"
          onChange={(event) => {
            // Until somebody writes their own.
            const slug = event.target.form?.elements.namedItem('slug')
            if (slug instanceof HTMLInputElement && !isOwn.current) slug.value = slugOf(event.target.value, 'board')
          }}
        />
      </Field>
      <Field name="slug" label={words.slug} help={board ? words.slugChanged : words.slugHelp}>
        <TextInput
          defaultValue={board?.slug ?? ''}
          maxLength={63}
          required
          mono
          spellCheck={false}
          autoCapitalize="none"
          onChange={() => {
            isOwn.current = true
          }}
        />
      </Field>
      <Switch
        name="acceptsRequests"
        label={words.accepts}
        help={words.acceptsHelp}
        defaultChecked={board?.acceptsRequests ?? true}
      />
      <Switch
        name="isPublic"
        label={words.isPublic}
        help={words.isPublicHelp}
        defaultChecked={board?.isPublic ?? true}
      />
      <RadioGroup
        name="moderation"
        legend={words.moderation}
        defaultValue={board?.moderation ?? 'all'}
        options={moderations.map((value) => ({ value, ...words.moderations[value] }))}
      />
      <FormActions end>
        <SubmitButton>{board ? settings.save : words.addSubmit}</SubmitButton>
      </FormActions>
    </ActionForm>
  )
}
