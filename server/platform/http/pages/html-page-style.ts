import { Html } from '../../formats/html.ts'

/** The style sheet of these pages: warm neutral colors and one accent, light and dark. */
export const pageStyle = new Html(`
:root {
  color-scheme: light dark;
  --page: oklch(0.985 0.003 80); --surface: oklch(1 0 0); --subtle: oklch(0.955 0.005 80);
  --line: oklch(0.9 0.007 80); --line-strong: oklch(0.62 0.01 80);
  --quiet: oklch(0.49 0.012 75); --text: oklch(0.24 0.01 75);
  --accent: oklch(0.51 0.17 262); --accent-hover: oklch(0.45 0.17 262); --on-accent: oklch(0.99 0.003 80);
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: oklch(0.19 0.005 75); --surface: oklch(0.23 0.006 75); --subtle: oklch(0.27 0.007 75);
    --line: oklch(0.33 0.008 75); --line-strong: oklch(0.56 0.01 75);
    --quiet: oklch(0.72 0.012 75); --text: oklch(0.93 0.006 75);
    --accent: oklch(0.75 0.12 262); --accent-hover: oklch(0.81 0.1 262); --on-accent: oklch(0.2 0.03 262);
  }
}
* { box-sizing: border-box; margin: 0 }
body {
  background: var(--page); color: var(--text);
  font: 16px/1.5 Inter, ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  overflow-wrap: anywhere; -webkit-text-size-adjust: 100%;
}
header { border-bottom: 1px solid var(--line) }
header p, main { max-width: 768px; margin: 0 auto; padding: 0 24px }
header p { padding-block: 16px; font-size: 14px; font-weight: 600 }
main { padding-block: 48px 64px }
h1 { font-size: 28px; line-height: 1.2; font-weight: 650; letter-spacing: -0.015em; text-wrap: balance; margin-bottom: 16px }
p, ul, ol, pre, blockquote, table { margin-bottom: 16px }
main > p { max-width: 68ch }
a { color: var(--accent); text-underline-offset: 2px }
a:hover { color: var(--accent-hover) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px }
.quiet { color: var(--quiet) }
form { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 24px }
button {
  min-height: 44px; padding: 8px 16px; border: 1px solid var(--line-strong); border-radius: 6px;
  background: var(--surface); color: var(--text); font: inherit; font-weight: 550; cursor: pointer;
}
button:hover { background: var(--subtle) }
button:active { transform: translateY(1px) }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent) }
button.primary:hover { background: var(--accent-hover); border-color: var(--accent-hover) }
button:focus-visible { border-radius: 6px }
.facts { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-bottom: 32px; padding: 0; list-style: none; color: var(--quiet); font-size: 14px }
.facts svg { margin-inline-end: 6px }
.prose { max-width: 68ch }
.prose > :last-child { margin-bottom: 0 }
.prose h2, .prose h3, .prose h4, .prose h5, .prose h6 { margin: 32px 0 8px; font-size: 16px; line-height: 1.2; font-weight: 600 }
.prose h2 { font-size: 20px }
.prose > :first-child { margin-top: 0 }
.prose ul, .prose ol { padding-inline-start: 24px }
.prose li + li { margin-top: 4px }
.prose li > ul, .prose li > ol { margin: 4px 0 0 }
.prose img { max-width: 100%; height: auto; border-radius: 10px }
.prose code { font: 0.875em/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; background: var(--subtle); padding: 1px 4px; border-radius: 4px }
.prose pre { overflow-x: auto; padding: 12px 16px; background: var(--subtle); border-radius: 6px; overflow-wrap: normal }
.prose pre code { padding: 0; background: none }
.prose blockquote { padding-inline-start: 16px; border-inline-start: 3px solid var(--line); color: var(--quiet) }
.prose hr { height: 1px; margin: 32px 0; border: 0; background: var(--line) }
.prose table { display: block; overflow-x: auto; border-collapse: collapse; font-variant-numeric: tabular-nums }
.prose th, .prose td { padding: 8px 0; padding-inline-end: 16px; border-bottom: 1px solid var(--line); vertical-align: top }
.prose th:not([align]) { text-align: start }
h2 { font-size: 16px; line-height: 1.2; font-weight: 600; margin: 32px 0 12px }
iframe { width: 100%; height: 720px; border: 1px solid var(--line); border-radius: 10px }
main > pre { max-width: none; padding: 16px; border: 1px solid var(--line); border-radius: 10px; font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; font-size: 14px }
dt { color: var(--quiet) }
@media (max-width: 480px) {
  dl { grid-template-columns: 1fr }
  header p, main { padding-inline: 16px }
  main { padding-block: 32px 48px }
  h1 { font-size: 24px }
  button { flex: 1 1 100% }
}
@media (prefers-reduced-motion: no-preference) { button { transition: background 140ms ease-out, transform 140ms ease-out } }
@media print { header { border: 0 } form { display: none } }
`)
