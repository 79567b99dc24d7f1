import { askSection } from './ask.ts'
import { createIdentity, type IdentitySource } from './identity.ts'
import { createLauncher } from './launcher.ts'
import { createLook } from './look.ts'
import { newsSection } from './news.ts'
import { createPanel } from './panel.ts'
import type { TabName } from './section.ts'
import { seenIn } from './seen.ts'
import { isForKnown, serverOf } from './server.ts'
import { settingsOf, type WidgetSettings } from './settings.ts'
import { voteSection } from './vote.ts'
import type { Overview } from './wire.ts'

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
