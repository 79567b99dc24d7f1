import type { ListboxOption } from '../../ui/pickers/listbox.tsx'
import type { WorkspaceLayoutData } from '../layout/workspace-layout.tsx'
import { paletteMessages as messages } from '../messages/command-palette.ts'

const { goTo, create } = messages

/** Returns the commands that are always available, by URL: pages, actions and other workspaces. */
export function commandsFor({ workspace, workspaces, can }: WorkspaceLayoutData): ListboxOption[] {
  const home = `/w/${workspace.slug}`
  const command = (path: string, label: string): ListboxOption => ({ value: `${home}${path}`, label })
  const pages = [
    command('', goTo.overview),
    command('/requests', goTo.requests),
    command('/requests/review', goTo.review),
    command('/roadmap', goTo.roadmap),
    command('/changelog', goTo.changelog),
    command('/customers', goTo.customers),
    command('/insights', goTo.insights),
    { value: '/account', label: goTo.account },
  ]
  const actions = [
    command('/requests/new', create.request),
    command('/roadmap/new', create.item),
    command('/changelog/new', create.entry),
    command('/customers/new', create.customer),
    ...(can.seeSettings
      ? [command('/settings/members?invite', create.invite), command('/settings/tokens/new', create.token)]
      : []),
  ]
  const otherWorkspaces = workspaces
    .filter(({ slug }) => slug !== workspace.slug)
    .map(({ slug, name }) => ({ value: `/w/${slug}`, label: name, note: slug }))
  const settingsPages = can.seeSettings ? settings.map(([path, label]) => command(`/settings${path}`, label)) : []
  return [
    ...grouped(messages.pages, pages),
    ...grouped(messages.actions, actions),
    ...grouped(messages.workspaces, otherWorkspaces),
    ...grouped(messages.settings, settingsPages),
  ]
}

const settings: [path: string, label: string][] = [
  ['', goTo.settings],
  ['/boards', goTo.boards],
  ['/tags', goTo.tags],
  ['/members', goTo.members],
  ['/tokens', goTo.tokens],
  ['/webhooks', goTo.webhooks],
  ['/tracker', goTo.tracker],
  ['/mail', goTo.mail],
  ['/audit', goTo.audit],
  ['/plan', goTo.plan],
]

const grouped = (group: string, options: ListboxOption[]): ListboxOption[] =>
  options.map((option) => ({ ...option, group }))
