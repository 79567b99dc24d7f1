import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { ActionForm, type ActionFormProps } from '../forms/action-form.tsx'
import { FormActions, SubmitButton } from '../forms/form-buttons.tsx'
import { uiMessages } from '../messages.ts'
import { closeDialogProps, Dialog } from './dialog.tsx'

interface ConfirmDialogProps extends Pick<ActionFormProps, 'action' | 'fields' | 'fetcher' | 'onSuccess'> {
  id: string
  title: ReactNode
  description: ReactNode
  /** The verb: "Delete 3 requests". */
  confirm: ReactNode
  tone?: 'danger' | 'normal'
  intent: string
  /** Additional form fields, such as a password. */
  children?: ReactNode
}

/** Asks for confirmation before an action that can't be undone. Its form posts `intent` and `fields`. */
export function ConfirmDialog({ id, title, description, confirm, tone, children, ...form }: ConfirmDialogProps) {
  return (
    <Dialog id={id} title={title} description={description} size="sm" intent={form.intent}>
      <ActionForm {...form}>
        {children}
        <FormActions>
          <Button {...closeDialogProps(id)}>{uiMessages.cancel}</Button>
          <SubmitButton look={tone === 'normal' ? 'primary' : 'danger'}>{confirm}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Dialog>
  )
}
