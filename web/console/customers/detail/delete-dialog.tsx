import type { CustomerDetail } from '#server/customers/detail.ts'
import { Checkbox } from '../../../ui/forms/choice.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { customerMessages as messages } from '../../messages/customers.ts'
import { customerName } from '../customer-name.ts'

const { deletion } = messages

/** Says what goes and what stays before it asks. */
export function DeleteCustomerDialog({ id, customer }: { id: string; customer: CustomerDetail }) {
  const name = customerName(customer)
  const { requests, votes, comments } = customer
  const written = [requests > 0 && deletion.requests(requests), comments > 0 && deletion.comments(comments)].filter(
    (line) => line !== false,
  )
  return (
    <ConfirmDialog
      id={id}
      intent="delete"
      fields={{ name }}
      title={deletion.title(name)}
      description={deletion.text}
      confirm={deletion.confirm}
    >
      <Listed
        title={deletion.goes}
        lines={[deletion.identity, deletion.votes(votes), deletion.context, deletion.deliveries]}
      />
      <Listed title={deletion.stays} lines={written.length > 0 ? written : [deletion.nothingWritten]} />
      {written.length > 0 && (
        <Checkbox name="withRequests" label={deletion.withRequests} help={deletion.withRequestsHelp} />
      )}
    </ConfirmDialog>
  )
}

function Listed({ title, lines }: { title: string; lines: string[] }) {
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
