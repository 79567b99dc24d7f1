import { History, RefreshCw, Send } from 'lucide-react'
import { Button, LinkButton } from '../../../../ui/buttons/button.tsx'
import { LoadMore } from '../../../../ui/data/load-more.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { SubmitWithoutScript } from '../../../../ui/forms/form-buttons.tsx'
import { Select } from '../../../../ui/forms/text-input.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import { FilterBar } from '../../../../ui/layout/toolbar.tsx'
import { EmptyState } from '../../../../ui/notices/empty-state.tsx'
import { deliveriesMessages as messages } from '../../../messages/settings/webhooks.ts'
import type { WebhookPage } from '../load-webhook-page.ts'
import { DeliveryRow } from './delivery-row.tsx'
import { ReplayDialog, replayDialogId } from './replay-dialog.tsx'

/** The delivery log. */
export function DeliveriesCard(page: WebhookPage) {
  const { webhook, deliveries, olderUrl, refreshUrl, isNewest } = page
  return (
    <section className="flex flex-col gap-3" aria-labelledby="deliveries">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-col gap-1">
          <h2 id="deliveries" className="font-semibold text-16">
            {messages.title}
          </h2>
          <p className="text-13 text-muted">{messages.about}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <LinkButton to={refreshUrl} size="sm" preventScrollReset icon={<RefreshCw aria-hidden="true" />}>
            {messages.refresh}
          </LinkButton>
          <Button
            size="sm"
            opens={replayDialogId}
            icon={<History aria-hidden="true" />}
            {...(webhook.enabled ? {} : { disabledReason: messages.disabledReason })}
          >
            {messages.replay}
          </Button>
        </div>
      </div>
      <Filters {...page} key={JSON.stringify(page.filter)} />
      <Card flush>
        {deliveries.length === 0 ? (
          <NoDeliveries {...page} />
        ) : (
          <ul className="rows" aria-label={messages.list}>
            {deliveries.map((delivery) => (
              <DeliveryRow key={delivery.id} {...page} delivery={delivery} />
            ))}
          </ul>
        )}
        <LoadMore to={olderUrl} text={messages.older} />
      </Card>
      {!isNewest && (
        <div>
          <LinkButton to={refreshUrl} size="sm">
            {messages.newest}
          </LinkButton>
        </div>
      )}
      <ReplayDialog {...page} />
    </section>
  )
}

function Filters({ filter, eventTypes, pageUrl }: WebhookPage) {
  const statuses = Object.entries(messages.statuses).map(([value, label]) => ({ value, label }))
  const types = eventTypes.map((value) => ({ value, label: value }))
  return (
    <FilterBar label={messages.filters} action={pageUrl}>
      <Field name="status" label={messages.status} hideLabel>
        <Select
          defaultValue={filter.status ?? ''}
          options={[{ value: '', label: messages.allStatuses }, ...statuses]}
        />
      </Field>
      <Field name="type" label={messages.eventType} hideLabel>
        <Select defaultValue={filter.eventType ?? ''} options={[{ value: '', label: messages.allTypes }, ...types]} />
      </Field>
      <SubmitWithoutScript>{messages.show}</SubmitWithoutScript>
    </FilterBar>
  )
}

function NoDeliveries({ filter, pageUrl }: WebhookPage) {
  const isFiltered = filter.status !== undefined || filter.eventType !== undefined
  if (!isFiltered) {
    return (
      <EmptyState icon={<Send />} title={messages.empty}>
        {messages.emptyText}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Send />}
      title={messages.emptyFiltered}
      actions={
        <LinkButton to={pageUrl} preventScrollReset>
          {messages.clear}
        </LinkButton>
      }
    />
  )
}
