import { createApiClient, isSignInRequired } from './api/client.ts'
import { createVisitorIdentity, type IdentitySource } from './api/identity.ts'
import type { WidgetOverview } from './api/types.ts'
import { createLauncher } from './frame/launcher.ts'
import { createPanel } from './frame/panel.ts'
import { createWidgetRoot } from './frame/shadow-root.ts'
import { readWidgetSettings, type WidgetSettings } from './settings.ts'
import { createChangelogTab } from './tabs/changelog-tab.ts'
import { createRequestTab } from './tabs/request-tab.ts'
import type { TabName } from './tabs/tab.ts'
import { createUnreadTracker } from './tabs/unread.ts'
import { createVoteTab } from './tabs/vote-tab.ts'

interface HeedApi {
  open(tab?: TabName): void
  close(): void
  identify(source: IdentitySource): void
}

declare global {
  interface Window {
    Heed?: HeedApi
  }
}

const settings = readWidgetSettings(document.currentScript as HTMLScriptElement)
if (settings && !window.Heed) window.Heed = start(settings)

function start(settings: WidgetSettings): HeedApi {
  const server = createApiClient(settings)
  const identity = createVisitorIdentity(server)
  identity.set(settings.identity)
  const seen = createUnreadTracker(settings.slug)
  const look = createWidgetRoot(settings)
  let entries: WidgetOverview['entries'] = []

  const mark = () => {
    const unread = seen.countUnread(entries)
    launcher.showUnread(unread)
    panel.showUnread(unread)
  }
  const take = (overview: WidgetOverview): WidgetOverview => {
    entries = overview.entries
    look.applyAccent(overview.accent)
    mark()
    return overview
  }
  const load = async () => take(await server.overview(await identity.session()))
  const context = { api: server, identity }
  const panel = createPanel({
    sections: { ask: createRequestTab(context), vote: createVoteTab(context), news: createChangelogTab(context, seen) },
    load,
    signInUrl: `${server.base}/sign-in`,
    onShow(tab) {
      if (tab !== 'news') return
      seen.markRead(entries)
      mark()
    },
  })
  const launcher = createLauncher(settings.label, () => void panel.open())
  look.frame.append(panel.dialog)
  if (settings.label !== '') void showButton()

  async function showButton(): Promise<void> {
    try {
      // Loads without a session, since most people who load the page never open the panel.
      take(await server.overview(null))
    } catch (error) {
      if (!isSignInRequired(error))
        return console.warn(`Heed: ${server.base} cannot be loaded from ${location.origin}. Is it an allowed origin?`)
      // The portal is private: the panel tells unidentified visitors to sign in.
      if (identity.isKnown()) await load().catch(() => {})
    }
    look.frame.prepend(launcher.button)
  }

  return { open: (tab) => void panel.open(tab), close: panel.close, identify: identity.set }
}
