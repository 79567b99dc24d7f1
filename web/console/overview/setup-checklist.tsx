import { Circle, CircleCheck } from 'lucide-react'
import { LinkButton } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { ProgressBar } from '../../ui/notices/progress-bar.tsx'
import { overviewMessages as messages } from '../messages/overview.ts'
import type { OverviewData } from './page.tsx'

const steps = [
  { name: 'board', path: 'settings/boards', isSetting: true },
  { name: 'feedback', path: 'requests/new', isSetting: false },
  { name: 'roadmap', path: 'roadmap/new', isSetting: false },
  { name: 'changelogPublished', path: 'changelog/new', isSetting: false },
  { name: 'tracker', path: 'settings/tracker', isSetting: true },
  { name: 'email', path: 'settings/mail', isSetting: true },
] as const

type Step = (typeof steps)[number]

/** The overview of a workspace where nothing has happened yet. */
export function SetupWelcome(props: OverviewData) {
  return (
    <div className="overview-welcome">
      <PageHeader title={messages.setUp.welcome({ workspace: props.workspace })} meta={messages.setUp.welcomeText} />
      <Card>
        <Progress {...props} />
        <Steps {...props} shown={[...steps]} isLong />
      </Card>
    </div>
  )
}

/** Lists the remaining steps, if the member can do at least one of them. */
export function SetupChecklistCard(props: OverviewData) {
  const open = steps.filter(({ name }) => !props.setup[name])
  if (!open.some(({ isSetting }) => props.can.seeSettings || !isSetting)) return null
  return (
    <Card title={messages.setUp.title}>
      <Progress {...props} />
      <Steps {...props} shown={open} />
    </Card>
  )
}

function Progress({ setup }: OverviewData) {
  const done = steps.filter(({ name }) => setup[name]).length
  const text = messages.setUp.count({ done, total: steps.length })
  return <ProgressBar label={messages.setUp.progress} value={done} max={steps.length} text={text} tone="success" />
}

function Steps({ setup, home, can, shown, isLong = false }: OverviewData & { shown: Step[]; isLong?: boolean }) {
  const next = shown.find(({ name, isSetting }) => !setup[name] && (can.seeSettings || !isSetting))
  return (
    <ol className="steps">
      {shown.map((step) => (
        <li key={step.name} className="step" data-done={setup[step.name] ? '' : undefined}>
          <StepMark isDone={setup[step.name]} />
          <div className="min-w-0 flex-1">
            <p className="step-title">{messages.setUp.steps[step.name].title}</p>
            {(isLong || !setup[step.name]) && <p className="step-text">{messages.setUp.steps[step.name].text}</p>}
            {!setup[step.name] && step.isSetting && !can.seeSettings && (
              <p className="step-text">{messages.setUp.ask}</p>
            )}
          </div>
          {!setup[step.name] && (can.seeSettings || !step.isSetting) && (
            <LinkButton to={`${home}/${step.path}`} size="sm" look={isLong && step === next ? 'primary' : 'normal'}>
              {messages.setUp.steps[step.name].act}
            </LinkButton>
          )}
        </li>
      ))}
    </ol>
  )
}

function StepMark({ isDone }: { isDone: boolean }) {
  const Icon = isDone ? CircleCheck : Circle
  return (
    <>
      <Icon size={20} className="step-mark" aria-hidden />
      <span className="visually-hidden">{isDone ? messages.setUp.done : messages.setUp.toDo}:</span>
    </>
  )
}
