import type { ListboxOption } from '../../ui/pickers/listbox.tsx'
import type { WorkspaceLayoutData } from '../layout/workspace-layout.tsx'
import { paletteMessages as messages } from '../messages/command-palette.ts'
import { layoutMessages } from '../messages/layout.ts'
import { viewMessages } from '../messages/requests/views.ts'
import { viewUrl } from '../requests/views/view-url.ts'

const { goTo, create, keywords } = messages

/** Commands that submit a form, by option value. */
export const formCommands: Record<string, { action: string; fields: Record<string, string> }> = {
  'theme:system': { action: '/appearance', fields: { intent: 'appearance', theme: 'system' } },
  'theme:light': { action: '/appearance', fields: { intent: 'appearance', theme: 'light' } },
  'theme:dark': { action: '/appearance', fields: { intent: 'appearance', theme: 'dark' } },
  'sign-out': { action: '/sign-out', fields: { intent: 'sign-out' } },
}

/** Returns the commands that are always available: the links, then the commands that submit a form. */
export const commandsFor = (layout: WorkspaceLayoutData): ListboxOption[] => [
  ...linksFor(layout),
  ...grouped(messages.preferences, [
    ...(['system', 'light', 'dark'] as const).map((theme) => ({
      value: `theme:${theme}`,
      label: messages.theme({ theme: layoutMessages.themes[theme] }),
      keywords: keywords.theme,
    })),
    { value: 'sign-out', label: layoutMessages.signOut, keywords: keywords.signOut },
  ]),
]

/** Returns the links that are always available, by URL: pages, actions and other workspaces. */
export function linksFor(layout: WorkspaceLayoutData): ListboxOption[] {
  const { workspace, workspaces, portalUrl, can } = layout
  const home = `/w/${workspace.slug}`
  const command = (path: string, label: string, keywords?: string): ListboxOption => ({
    value: `${home}${path}`,
    label,
    ...(keywords !== undefined && { keywords }),
  })
  const pages = [
    command('', goTo.overview, keywords.overview),
    command('/inbox', goTo.inbox, keywords.inbox),
    command('/requests', goTo.requests, keywords.requests),
    command('/requests/review', goTo.review, keywords.review),
    command('/roadmap', goTo.roadmap, keywords.roadmap),
    command('/changelog', goTo.changelog, keywords.changelog),
    command('/customers', goTo.customers, keywords.customers),
    command('/insights', goTo.insights, keywords.insights),
    { value: portalUrl, label: layoutMessages.portal, keywords: keywords.portalUrl },
    { value: '/account', label: goTo.account, keywords: keywords.account },
    command('/inbox/settings', goTo.inboxSettings, keywords.inbox),
  ]
  const actions = [
    command('/requests/new', create.request, keywords.create),
    command('/roadmap/new', create.item, keywords.create),
    command('/changelog/new', create.entry, keywords.createEntry),
    command('/customers/new', create.customer, keywords.createCustomer),
    ...(can.seeSettings
      ? [
          command('/settings/members?invite', create.invite, keywords.invite),
          command('/settings/tokens/new', create.token, keywords.tokens),
        ]
      : []),
  ]
  const otherWorkspaces = workspaces
    .filter(({ slug }) => slug !== workspace.slug)
    .map(({ slug, name }) => ({ value: `/w/${slug}`, label: name, note: slug }))
  const settingsPages = can.seeSettings ? settings.map(([path, ...texts]) => command(`/settings${path}`, ...texts)) : []
  return [
    ...grouped(messages.pages, pages),
    ...viewLinks(layout),
    ...grouped(messages.actions, actions),
    ...grouped(messages.workspaces, otherWorkspaces),
    ...grouped(messages.settings, settingsPages),
  ]
}

/** Returns links to the saved views of the request list. */
const viewLinks = ({ workspace, views }: WorkspaceLayoutData): ListboxOption[] =>
  grouped(
    viewMessages.views,
    views.map((view) => ({ value: viewUrl(`/w/${workspace.slug}/requests`, view), label: view.name })),
  )

const settings: [path: string, label: string, keywords?: string][] = [
  ['', goTo.settings, keywords.settings],
  ['/portal', goTo.portal, keywords.portal],
  ['/portal/sign-in', goTo.portalSignIn, keywords.portalSignIn],
  ['/portal/sso', goTo.sso, keywords.sso],
  ['/portal/widget', goTo.widget, keywords.widget],
  ['/portal/domain', goTo.domain, keywords.domain],
  ['/boards', goTo.boards, keywords.boards],
  ['/tags', goTo.tags, keywords.tags],
  ['/members', goTo.members, keywords.members],
  ['/tokens', goTo.tokens, keywords.tokens],
  ['/apps', goTo.apps, keywords.apps],
  ['/channels', goTo.channels, keywords.channels],
  ['/webhooks', goTo.webhooks, keywords.webhooks],
  ['/tracker', goTo.tracker, keywords.tracker],
  ['/mail', goTo.mail, keywords.mail],
  ['/import', goTo.import, keywords.import],
  ['/export', goTo.export, keywords.export],
  ['/retention', goTo.retention, keywords.retention],
  ['/audit', goTo.audit, keywords.audit],
  ['/plan', goTo.plan, keywords.plan],
]

const grouped = (group: string, options: ListboxOption[]): ListboxOption[] =>
  options.map((option) => ({ ...option, group }))
