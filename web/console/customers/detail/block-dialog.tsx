import type { CustomerDetail } from '#server/customers/detail.ts'
import { Checkbox } from '../../../ui/forms/choice.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { customerMessages as messages } from '../../messages/customers.ts'
import { customerName } from '../customer-name.ts'

const { blocking } = messages

interface BlockDialogProps {
  id: string
  customer: CustomerDetail
  /** Whether the viewer may also remove the customer's content, which cannot be undone. */
  canRemove: boolean
}

/** Explains the effect of blocking, and asks for confirmation. */
export function BlockCustomerDialog({ id, customer, canRemove }: BlockDialogProps) {
  return (
    <ConfirmDialog
      id={id}
      intent="block"
      title={blocking.title({ name: customerName(customer) })}
      description={blocking.text}
      confirm={blocking.confirm}
    >
      {canRemove && <Checkbox name="withContent" label={blocking.withContent} help={blocking.withContentHelp} />}
    </ConfirmDialog>
  )
}
