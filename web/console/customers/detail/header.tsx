import { ArrowLeft, Ban, Ellipsis, Pencil, Trash2, X } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { Button, LinkButton } from '../../../ui/buttons/button.tsx'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { Avatar } from '../../../ui/data/avatar.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { DescriptionList } from '../../../ui/data/list-row.tsx'
import { DateText } from '../../../ui/data/time.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { closeDialogProps, Dialog } from '../../../ui/overlays/dialog.tsx'
import { Menu, MenuButton } from '../../../ui/overlays/menu.tsx'
import { customerFormMessages, customersMessages, customerMessages as messages } from '../../messages/customers.ts'
import { CustomerFields } from '../customer-fields.tsx'
import { customerName } from '../customer-name.ts'
import { BlockCustomerDialog } from './block-dialog.tsx'
import { DeleteCustomerDialog } from './delete-dialog.tsx'
import type { CustomerPageData } from './page.tsx'

/** The customer’s identity, and the buttons to edit and delete them. */
export function CustomerHeader({ customer, list, can, clock }: CustomerPageData & { clock: { zone: string } }) {
  const id = useId()
  const name = customerName(customer)
  return (
    <header className="flex flex-col gap-4">
      <Link to={list} className="page-head-back self-start lg:hidden">
        <ArrowLeft size={16} aria-hidden />
        {messages.back}
      </Link>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <Avatar name={name} size="lg" />
        <div className="flex min-w-0 flex-1 basis-40 flex-wrap items-baseline gap-x-3 self-center">
          <h1 className="min-w-0" dir="auto">
            {name}
          </h1>
          {customer.blockedAt !== null && <Badge look="outline">{messages.blocking.blocked}</Badge>}
          {customer.kind !== 'tracked' && (
            <span className="text-13 text-muted" title={customersMessages.uncounted[customer.kind]}>
              {customersMessages.kind[customer.kind]}
            </span>
          )}
        </div>
        <div className="flex items-center gap-2">
          <Button icon={<Pencil aria-hidden />} opens={`${id}-edit`}>
            {messages.edit}
          </Button>
          {customer.blockedAt !== null && (
            <ActionForm intent="unblock">
              <SubmitButton look="normal">{messages.blocking.unblock}</SubmitButton>
            </ActionForm>
          )}
          <Menu label={messages.more} iconOnly icon={<Ellipsis aria-hidden />} align="end">
            {can.block && customer.blockedAt === null && (
              <MenuButton icon={<Ban aria-hidden />} tone="danger" opens={`${id}-block`}>
                {messages.blocking.block}
              </MenuButton>
            )}
            {can.delete && (
              <MenuButton icon={<Trash2 aria-hidden />} tone="danger" opens={`${id}-delete`}>
                {messages.remove}
              </MenuButton>
            )}
          </Menu>
          <LinkButton to={list} look="quiet" data-icon="" aria-label={messages.close} className="max-lg:hidden">
            <X aria-hidden />
          </LinkButton>
        </div>
      </div>
      <DescriptionList
        facts={[
          [messages.facts.email, customer.email && <Address email={customer.email} />],
          [messages.facts.externalId, customer.externalId && <code className="break-all">{customer.externalId}</code>],
          [messages.facts.added, <DateText key="added" value={customer.createdAt} zone={clock.zone} clock />],
          [messages.facts.id, <Id key="id" id={customer.id} />],
        ]}
      />
      <Dialog id={`${id}-edit`} title={customerFormMessages.editTitle} intent="update">
        <ActionForm intent="update" noValidate>
          <CustomerFields current={customer} />
          <FormActions>
            <Button {...closeDialogProps(`${id}-edit`)}>{customerFormMessages.cancel}</Button>
            <SubmitButton>{customerFormMessages.save}</SubmitButton>
          </FormActions>
        </ActionForm>
      </Dialog>
      <BlockCustomerDialog id={`${id}-block`} customer={customer} canRemove={can.delete} />
      {can.delete && <DeleteCustomerDialog id={`${id}-delete`} customer={customer} />}
    </header>
  )
}

const Address = ({ email }: { email: string }) => (
  <a className="text-link" href={`mailto:${email}`}>
    {email}
  </a>
)

const Id = ({ id }: { id: string }) => (
  <span className="flex items-center gap-1">
    <code className="truncate" data-copied="">
      {id}
    </code>
    <CopyButton value={id} label={messages.copyId} iconOnly size="sm" look="quiet" />
  </span>
)
