import type { Pick } from '../../ui/pickers/listbox.tsx'
import type { Frame } from '../layout/workspace-layout.tsx'
import { palette as words } from '../messages/command-palette.ts'

const { goTo, act } = words

/** What is always at hand, by the address that it leads to: pages, what can be begun, other workspaces. */
export function commandsFor({ workspace, workspaces, can }: Frame): Pick[] {
  const home = `/w/${workspace.slug}`
  const at = (path: string, label: string): Pick => ({ value: `${home}${path}`, label })
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
    ...grouped(words.pages, pages),
    ...grouped(words.actions, actions),
    ...grouped(words.workspaces, others),
    ...grouped(words.settings, ofSettings),
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

const grouped = (group: string, picks: Pick[]): Pick[] => picks.map((pick) => ({ ...pick, group }))
