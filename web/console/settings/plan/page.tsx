import { getCustomerUsage } from '#server/customers/tracking/usage.ts'
import { getStorageUsage } from '#server/files/storage-usage.ts'
import { plans } from '#server/workspaces/schema.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { DescriptionList, Row, Rows } from '../../../ui/data/list-row.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { ProgressBar } from '../../../ui/notices/progress-bar.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { planMessages as messages } from '../../messages/settings/plan.ts'
import { settingsLoader } from '../settings-loader.ts'

export const loader = settingsLoader(async ({ scope, deps, home, membership }) => {
  const caps = deps.settings.trackedCustomerCaps
  return {
    workspace: membership.name,
    workspacePath: home,
    usage: await getCustomerUsage(scope, caps),
    storage: await getStorageUsage(scope, deps.settings.storageLimits),
    plans: plans.map((plan) => ({ plan, max: caps[plan], storageMax: deps.settings.storageLimits[plan] })),
    limits: deps.limits,
  }
})

type PlanPage = Awaited<ReturnType<typeof loader>>

export const meta = ({ loaderData }: { loaderData?: PlanPage }) => [
  { title: settingsMessages.pageTitle({ page: settingsMessages.areas.plan, workspace: loaderData?.workspace ?? '' }) },
]

export default function Plan({ loaderData: page }: { loaderData: PlanPage }) {
  const { limits, plans, usage, workspacePath } = page
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader title={settingsMessages.areas.plan} meta={messages.about} />
      <CustomersCard {...page} />
      <StorageCard {...page} />
      <Card title={messages.plan} description={messages.changedByOperator} flush>
        <Rows label={messages.plan}>
          {plans.map(({ plan, max, storageMax }) => (
            <Row
              key={plan}
              title={messages.plans[plan]}
              meta={
                <span>
                  {max === null ? messages.uncapped : messages.upTo({ max })} ·{' '}
                  {storageMax === null
                    ? messages.storageUncapped
                    : messages.storageUpTo({ max: megabytes(storageMax) })}
                </span>
              }
              end={plan === usage.plan && <Badge tone="accent">{messages.current}</Badge>}
            />
          ))}
        </Rows>
      </Card>
      <Card
        title={messages.rateLimits}
        description={messages.rateLimitsText}
        footer={
          <LinkButton to={`${workspacePath}/settings/tokens`} size="sm">
            {messages.tokens}
          </LinkButton>
        }
      >
        <DescriptionList
          facts={[
            [messages.perToken, formatRate(limits.key, limits.windowSeconds)],
            [messages.perWorkspace, formatRate(limits.workspace, limits.windowSeconds)],
          ]}
        />
      </Card>
    </div>
  )
}

const megabytes = (bytes: number): number => Math.round(bytes / 100_000) / 10

function StorageCard({ storage: { used, max, files } }: PlanPage) {
  const isFull = max !== null && used >= max * nearShare
  return (
    <Card title={messages.storage} description={messages.storageText}>
      <div className="flex flex-col gap-4">
        {isFull && (
          <Notice tone="warning" title={messages.storageFull}>
            <p>{messages.storageFullText}</p>
          </Notice>
        )}
        {max === null ? (
          <p className="font-semibold text-20 tabular-nums">{messages.storageUsed({ used: megabytes(used), files })}</p>
        ) : (
          <ProgressBar
            label={messages.storageFiles({ files })}
            value={used}
            max={max}
            text={messages.storageUsedOf({ used: megabytes(used), max: megabytes(max) })}
            tone={isFull ? 'warning' : 'accent'}
          />
        )}
      </div>
    </Card>
  )
}

const formatRate = (count: number, seconds: number): string =>
  seconds === 60 ? messages.ratePerMinute({ count }) : messages.rate({ count, seconds })

// Leaves time to delete customers or change the plan.
const nearShare = 0.9

function CustomersCard({ usage: { used, max, participants }, workspacePath }: PlanPage) {
  const isFull = max !== null && used >= max
  const isNear = !isFull && max !== null && used >= max * nearShare
  return (
    <Card
      title={messages.customers}
      description={messages.customersText}
      footer={
        <LinkButton to={`${workspacePath}/customers`} size="sm">
          {messages.viewCustomers}
        </LinkButton>
      }
    >
      <div className="flex flex-col gap-4">
        {isFull && (
          <Notice tone="danger" title={messages.full}>
            <p>{messages.fullText}</p>
          </Notice>
        )}
        {isNear && (
          <Notice tone="warning" title={messages.near}>
            <p>{messages.nearText}</p>
          </Notice>
        )}
        {max === null ? (
          <p className="font-semibold text-20 tabular-nums">{messages.usedUncapped({ used })}</p>
        ) : (
          <ProgressBar
            label={isFull ? messages.customers : messages.left({ count: max - used })}
            value={used}
            max={max}
            text={messages.used({ used, max })}
            tone={isFull ? 'danger' : isNear ? 'warning' : 'accent'}
          />
        )}
        {participants > 0 && (
          <p className="text-13 text-muted">
            {messages.participants({ count: participants })}{' '}
            <a className="text-link" href={`${workspacePath}/customers?filter=portal`}>
              {messages.viewParticipants}
            </a>
          </p>
        )}
      </div>
    </Card>
  )
}
