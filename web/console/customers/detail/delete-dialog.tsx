import type { CustomerDetail } from '#server/customers/detail.ts'
import { Checkbox } from '../../../ui/forms/choice.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { customerMessages as messages } from '../../messages/customers.ts'
import { customerName } from '../customer-name.ts'

const { deletion } = messages

/** Lists what deleting a customer deletes and what it keeps, and asks for confirmation. */
export function DeleteCustomerDialog({ id, customer }: { id: string; customer: CustomerDetail }) {
  const name = customerName(customer)
  const { requests, votes, comments } = customer
  const kept = [
    ...(requests > 0 ? [deletion.requests({ count: requests })] : []),
    ...(comments > 0 ? [deletion.comments({ count: comments })] : []),
  ]
  return (
    <ConfirmDialog
      id={id}
      intent="delete"
      fields={{ name }}
      title={deletion.title({ name })}
      description={deletion.text}
      confirm={deletion.confirm}
    >
      <TitledList
        title={deletion.deleted}
        lines={[deletion.identity, deletion.votes({ count: votes }), deletion.context, deletion.deliveries]}
      />
      <TitledList title={deletion.anonymized} lines={kept.length > 0 ? kept : [deletion.nothingWritten]} />
      {kept.length > 0 && (
        <Checkbox name="withRequests" label={deletion.withRequests} help={deletion.withRequestsHelp} />
      )}
    </ConfirmDialog>
  )
}

function TitledList({ title, lines }: { title: string; lines: string[] }) {
  return (
    <div className="text-13">
      <h3 className="text-13">{title}</h3>
      <ul className="mt-1 list-disc ps-4 text-muted">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
