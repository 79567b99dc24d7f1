import { customerUse } from '#server/customers/tracking/usage.ts'
import { plans } from '#server/workspaces/schema.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Facts, Row, Rows } from '../../../ui/data/list-row.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { ProgressBar } from '../../../ui/notices/progress-bar.tsx'
import { planWords as words } from '../../messages/settings/plan.ts'
import { settings } from '../../messages/settings/common.ts'
import { loadsSettings } from '../settings-loader.ts'

export const loader = loadsSettings(async ({ scope, deps, home, membership }) => {
  const caps = deps.settings.trackedCustomerCaps
  return {
    workspace: membership.name,
    home,
    use: await customerUse(scope, caps),
    plans: plans.map((plan) => ({ plan, max: caps[plan] })),
    limits: deps.limits,
  }
})

type PlanPage = Awaited<ReturnType<typeof loader>>

export const meta = ({ loaderData }: { loaderData?: PlanPage }) => [
  { title: settings.titleOf(settings.areas.plan, loaderData?.workspace ?? '') },
]

export default function Plan({ loaderData: page }: { loaderData: PlanPage }) {
  const { limits, plans, use, home } = page
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader title={settings.areas.plan} meta={words.about} />
      <CustomersCard {...page} />
      <Card title={words.plan} description={words.byOperator} flush>
        <Rows label={words.plan}>
          {plans.map(({ plan, max }) => (
            <Row
              key={plan}
              title={words.plans[plan]}
              meta={<span>{words.upTo(max)}</span>}
              end={plan === use.plan && <Badge tone="accent">{words.current}</Badge>}
            />
          ))}
        </Rows>
      </Card>
      <Card
        title={words.rates}
        description={words.ratesText}
        footer={
          <LinkButton to={`${home}/settings/tokens`} size="sm">
            {words.tokens}
          </LinkButton>
        }
      >
        <Facts
          facts={[
            [words.perKey, words.rate(limits.key, limits.windowSeconds)],
            [words.perWorkspace, words.rate(limits.workspace, limits.windowSeconds)],
          ]}
        />
      </Card>
    </div>
  )
}

// From here on somebody should think of what comes next.
const nearShare = 0.9

function CustomersCard({ use: { used, max }, home }: PlanPage) {
  const isFull = max !== null && used >= max
  const isNear = !isFull && max !== null && used >= max * nearShare
  return (
    <Card
      title={words.customers}
      description={words.customersText}
      footer={
        <LinkButton to={`${home}/customers`} size="sm">
          {words.see}
        </LinkButton>
      }
    >
      <div className="flex flex-col gap-4">
        {isFull && (
          <Notice tone="danger" title={words.full}>
            <p>{words.fullText}</p>
          </Notice>
        )}
        {isNear && (
          <Notice tone="warning" title={words.near}>
            <p>{words.nearText}</p>
          </Notice>
        )}
        {max === null ? (
          <p className="font-semibold text-20 tabular-nums">{words.used(used, max)}</p>
        ) : (
          <ProgressBar
            label={isFull ? words.customers : words.left(max - used)}
            value={used}
            max={max}
            text={words.used(used, max)}
            tone={isFull ? 'danger' : isNear ? 'warning' : 'accent'}
          />
        )}
      </div>
    </Card>
  )
}
