import type { ListboxOption } from '../../ui/pickers/listbox.tsx'
import type { WorkspaceLayoutData } from '../layout/workspace-layout.tsx'
import { paletteMessages as messages } from '../messages/command-palette.ts'

const { goTo, act } = messages

/** What is always at hand, by the address that it leads to: pages, what can be begun, other workspaces. */
export function commandsFor({ workspace, workspaces, can }: WorkspaceLayoutData): ListboxOption[] {
  const home = `/w/${workspace.slug}`
  const at = (path: string, label: string): ListboxOption => ({ value: `${home}${path}`, label })
  const pages = [
    at('', goTo.overview),
    at('/requests', goTo.requests),
    at('/requests/review', goTo.review),
    at('/roadmap', goTo.roadmap),
    at('/changelog', goTo.changelog),
    at('/customers', goTo.customers),
    { value: '/account', label: goTo.account },
  ]
  const actions = [
    at('/requests/new', act.request),
    at('/roadmap/new', act.item),
    at('/changelog/new', act.entry),
    at('/customers/new', act.customer),
    ...(can.seeSettings ? [at('/settings/members?invite', act.invite), at('/settings/tokens/new', act.token)] : []),
  ]
  const others = workspaces
    .filter(({ slug }) => slug !== workspace.slug)
    .map(({ slug, name }) => ({ value: `/w/${slug}`, label: name, note: slug }))
  const ofSettings = can.seeSettings ? settings.map(([path, label]) => at(`/settings${path}`, label)) : []
  return [
    ...grouped(messages.pages, pages),
    ...grouped(messages.actions, actions),
    ...grouped(messages.workspaces, others),
    ...grouped(messages.settings, ofSettings),
  ]
}

const settings: [path: string, label: string][] = [
  ['', goTo.settings],
  ['/boards', goTo.boards],
  ['/tags', goTo.tags],
  ['/members', goTo.members],
  ['/tokens', goTo.tokens],
  ['/tracker', goTo.tracker],
  ['/mail', goTo.mail],
  ['/audit', goTo.audit],
  ['/plan', goTo.plan],
]

const grouped = (group: string, picks: ListboxOption[]): ListboxOption[] => picks.map((pick) => ({ ...pick, group }))
