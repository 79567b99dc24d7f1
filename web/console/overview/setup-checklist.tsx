import { Circle, CircleCheck, X } from 'lucide-react'
import type { SetupChecklistStep } from '#server/workspaces/setup-checklist.ts'
import { IconButton, LinkButton } from '../../ui/buttons/button.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { ProgressBar } from '../../ui/notices/progress-bar.tsx'
import { overviewMessages as messages } from '../messages/overview.ts'
import type { OverviewData } from './page.tsx'

interface Step {
  name: SetupChecklistStep
  path: string
  /** Only owners and admins can do it. */
  isSetting: boolean
}

const steps: Step[] = [
  { name: 'board', path: 'settings/boards', isSetting: true },
  { name: 'feedback', path: 'requests/new', isSetting: false },
  { name: 'import', path: 'settings/import', isSetting: true },
  { name: 'apiKey', path: 'settings/tokens/new', isSetting: true },
  { name: 'portal', path: 'settings/portal', isSetting: true },
  { name: 'teammate', path: 'settings/members?invite', isSetting: true },
  { name: 'roadmap', path: 'roadmap/new', isSetting: false },
  { name: 'changelogPublished', path: 'changelog/new', isSetting: false },
  { name: 'tracker', path: 'settings/tracker', isSetting: true },
  { name: 'email', path: 'settings/mail', isSetting: true },
]

/** The overview of a workspace where nothing has happened yet. */
export function SetupWelcome(props: OverviewData) {
  return (
    <div className="overview-welcome">
      <PageHeader title={messages.setUp.welcome({ workspace: props.workspace })} meta={messages.setUp.welcomeText} />
      <Card>
        <Progress {...props} />
        <Steps {...props} shown={steps.filter(({ name }) => props.setup[name] !== 'skipped')} isLong />
      </Card>
    </div>
  )
}

/** Lists the open steps until none is left that the member can do. */
export function SetupChecklistCard(props: OverviewData) {
  const open = steps.filter(({ name }) => props.setup[name] === 'open')
  if (!open.some(({ isSetting }) => props.can.seeSettings || !isSetting)) return null
  return (
    <Card title={messages.setUp.title} actions={props.can.seeSettings && <SkipAll steps={open} />}>
      <Progress {...props} />
      <Steps {...props} shown={open} />
    </Card>
  )
}

function Progress({ setup }: OverviewData) {
  const states = Object.values(setup)
  const [done, total] = [states.filter((state) => state === 'done').length, states.length - countSkipped(states)]
  const text = messages.setUp.count({ done, total })
  return <ProgressBar label={messages.setUp.progress} value={done} max={total} text={text} tone="success" />
}

const countSkipped = (states: string[]): number => states.filter((state) => state === 'skipped').length

function SkipAll({ steps: open }: { steps: Step[] }) {
  return (
    <ActionForm intent="skip" fields={{ steps: open.map(({ name }) => name).join() }}>
      <SubmitButton look="quiet" size="sm">
        {messages.setUp.skipAll}
      </SubmitButton>
    </ActionForm>
  )
}

function Steps({ setup, home, can, shown, isLong = false }: OverviewData & { shown: Step[]; isLong?: boolean }) {
  const canDo = ({ name, isSetting }: Step) => setup[name] === 'open' && (can.seeSettings || !isSetting)
  const next = shown.find(canDo)
  return (
    <ol className="steps">
      {shown.map((step) => {
        const isDone = setup[step.name] === 'done'
        return (
          <li key={step.name} className="step" data-done={isDone ? '' : undefined}>
            <StepMark isDone={isDone} />
            <div className="min-w-0 flex-1">
              <p className="step-title">{messages.setUp.steps[step.name].title}</p>
              {(isLong || !isDone) && <p className="step-text">{messages.setUp.steps[step.name].text}</p>}
              {!isDone && !canDo(step) && <p className="step-text">{messages.setUp.ask}</p>}
            </div>
            {canDo(step) && (
              <LinkButton to={`${home}/${step.path}`} size="sm" look={isLong && step === next ? 'primary' : 'normal'}>
                {messages.setUp.steps[step.name].act}
              </LinkButton>
            )}
            {!isDone && can.seeSettings && <SkipStep step={step} />}
          </li>
        )
      })}
    </ol>
  )
}

function SkipStep({ step }: { step: Step }) {
  const label = messages.setUp.skip({ step: messages.setUp.steps[step.name].title })
  return (
    <ActionForm intent="skip" fields={{ steps: step.name }} className="step-skip">
      <IconButton type="submit" size="sm" label={label} icon={<X aria-hidden="true" />} />
    </ActionForm>
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
