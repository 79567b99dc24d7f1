import type { ReactNode } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { ActionForm, type ActionFormProps } from '../../../ui/forms/action-form.tsx'
import { RadioGroup } from '../../../ui/forms/choice.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { uiMessages } from '../../../ui/messages.ts'
import { closeDialogProps } from '../../../ui/overlays/dialog.tsx'

const overlaps = ['24', '1', '168', '0'] as const

interface RotateFormProps extends Omit<ActionFormProps, 'children'> {
  /** Further fields, below the overlap. */
  children?: ReactNode
  /** The dialog that the form stands in. */
  dialogId: string
  messages: {
    overlap: string
    overlaps: Record<(typeof overlaps)[number], { label: string; help: string }>
    rotateConfirm: string
  }
}

/** Replaces a secret or token. The form asks how long the old one stays valid, and sends it as `overlapHours`. */
export const RotateForm = ({ dialogId, messages, children, ...form }: RotateFormProps) => (
  <ActionForm {...form}>
    <RadioGroup
      name="overlapHours"
      legend={messages.overlap}
      look="cards"
      defaultValue="24"
      options={overlaps.map((value) => ({ value, ...messages.overlaps[value] }))}
    />
    {children}
    <FormActions end>
      <Button {...closeDialogProps(dialogId)}>{uiMessages.cancel}</Button>
      <SubmitButton>{messages.rotateConfirm}</SubmitButton>
    </FormActions>
  </ActionForm>
)
