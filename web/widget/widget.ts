import { askSection } from './tabs/request-tab.ts'
import { createIdentity, type IdentitySource } from './api/identity.ts'
import { createLauncher } from './frame/launcher.ts'
import { createLook } from './frame/shadow-root.ts'
import { newsSection } from './tabs/changelog-tab.ts'
import { createPanel } from './frame/panel.ts'
import type { TabName } from './tabs/tab.ts'
import { seenIn } from './tabs/unread.ts'
import { isForKnown, serverOf } from './api/client.ts'
import { settingsOf, type WidgetSettings } from './settings.ts'
import { voteSection } from './tabs/vote-tab.ts'
import type { Overview } from './api/types.ts'

interface Heed {
  open(tab?: TabName): void
  close(): void
  identify(source: IdentitySource): void
}

declare global {
  interface Window {
    Heed?: Heed
  }
}

const settings = settingsOf(document.currentScript as HTMLScriptElement)
if (settings && !window.Heed) window.Heed = start(settings)

function start(settings: WidgetSettings): Heed {
  const server = serverOf(settings)
  const identity = createIdentity(server)
  identity.set(settings.identity)
  const seen = seenIn(settings.slug)
  const look = createLook(settings)
  let entries: Overview['entries'] = []

  const mark = () => {
    const unread = seen.unread(entries)
    launcher.mark(unread)
    panel.mark(unread)
  }
  const take = (overview: Overview): Overview => {
    entries = overview.entries
    look.color(overview.accent)
    mark()
    return overview
  }
  const load = async () => take(await server.overview(await identity.session()))
  const ground = { server, identity }
  const panel = createPanel({
    sections: { ask: askSection(ground), vote: voteSection(ground), news: newsSection() },
    load,
    signInUrl: `${server.base}/sign-in`,
    whenShown(tab) {
      if (tab !== 'news') return
      seen.read(entries)
      mark()
    },
  })
  const launcher = createLauncher(settings.label, () => void panel.open())
  look.frame.append(panel.dialog)
  if (settings.label !== '') void showButton()

  async function showButton(): Promise<void> {
    try {
      // Who is there is not asked for before it matters: most people who load a page open no panel.
      take(await server.overview(null))
    } catch (error) {
      if (!isForKnown(error)) return console.warn(`Heed: ${server.base} does not answer to ${location.origin}.`)
      // A private portal: whoever is not known is told so in the panel.
      if (identity.isKnown()) await load().catch(() => {})
    }
    look.frame.prepend(launcher.button)
  }

  return { open: (tab) => void panel.open(tab), close: panel.close, identify: identity.set }
}
