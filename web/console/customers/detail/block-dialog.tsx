import type { CustomerDetail } from '#server/customers/detail.ts'
import { Checkbox } from '../../../ui/forms/choice.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { customerMessages as messages } from '../../messages/customers.ts'
import { customerName } from '../customer-name.ts'

const { blocking } = messages

interface BlockDialogProps {
  id: string
  customer: CustomerDetail
  /** Whether the person may also remove what the customer wrote, which cannot be undone. */
  canRemove: boolean
}

/** Explains what blocking does, and asks for confirmation. */
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
