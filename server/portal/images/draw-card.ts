import { fileURLToPath } from 'node:url'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { createAccent, defaultAccentColor } from '../views/accent.ts'
import { initialOf } from '../views/initial.ts'
import { drawableText } from './drawable-text.ts'
import { wrapText } from './wrap-text.ts'

/** The size that Open Graph consumers recommend. */
export const cardSize = { width: 1_200, height: 630 }

/** What a card shows. Texts are as stored. */
export interface Card {
  workspace: string
  accentColor: string | null
  /** The title of a request or an entry; null for the card of the workspace. */
  title: string | null
  /** A line below the title. */
  caption: string
}

const ink = '#1a1816'
const muted = '#6b6560'
const ground = '#faf9f7'
const margin = 80
const textWidth = cardSize.width - 2 * margin

/** Draws a card as PNG. The encoding runs on another thread. */
export async function drawCard({ workspace, accentColor, title, caption }: Card): Promise<Buffer> {
  const { createCanvas } = await loadCanvas()
  const canvas = createCanvas(cardSize.width, cardSize.height)
  const context = canvas.getContext('2d')
  const { color, on } = createAccent(accentColor ?? defaultAccentColor).light
  const fill = (style: string, draw: () => void) => {
    context.fillStyle = style
    draw()
  }
  fill(ground, () => context.fillRect(0, 0, cardSize.width, cardSize.height))
  fill(color, () => context.fillRect(0, cardSize.height - 16, cardSize.width, 16))
  drawMark(context, workspace, { color, on })
  const name = drawableText(workspace)
  const headline = (title === null ? null : drawableText(title)) ?? name
  if (title !== null && name !== null) {
    setFont(context, 36, 600)
    fill(ink, () => context.fillText(wrapText(name, textWidth - 112, 1, widthIn(context))[0]!, margin + 96, 136))
  }
  if (headline !== null) fill(ink, () => drawHeadline(context, headline))
  setFont(context, 32, 450)
  fill(muted, () => context.fillText(caption, margin, cardSize.height - 72))
  return canvas.encode('png')
}

const markSize = 72

function drawMark(context: SKRSContext2D, workspace: string, { color, on }: { color: string; on: string }): void {
  context.fillStyle = color
  context.beginPath()
  context.roundRect(margin, margin + 8, markSize, markSize, 16)
  context.fill()
  context.fillStyle = on
  const initial = drawableText(initialOf({ name: workspace, email: null }))
  if (initial === null) drawArrow(context)
  else drawInitial(context, initial)
}

function drawInitial(context: SKRSContext2D, initial: string): void {
  setFont(context, 40, 600)
  context.textAlign = 'center'
  context.fillText(initial, margin + markSize / 2, margin + 58)
  context.textAlign = 'start'
}

/** Draws the arrow of the vote buttons in place of a name in a script that the fonts lack. */
function drawArrow(context: SKRSContext2D): void {
  const [x, y] = [margin + markSize / 2, margin + 8 + markSize / 2]
  context.beginPath()
  context.moveTo(x, y - 16)
  context.lineTo(x + 18, y + 14)
  context.lineTo(x - 18, y + 14)
  context.fill()
}

/** Draws the headline as large as it fits. */
function drawHeadline(context: SKRSContext2D, text: string): void {
  const [size, maxLines] = text.length <= 60 ? [80, 3] : [60, 4]
  setFont(context, size, 650)
  const lines = wrapText(text, textWidth, maxLines, widthIn(context))
  const lineHeight = size * 1.15
  // Centered between the name above and the caption below.
  const top = 350 - ((lines.length - 1) * lineHeight) / 2 + size / 3
  lines.forEach((line, index) => {
    context.fillText(line, margin, top + index * lineHeight)
  })
}

const widthIn = (context: SKRSContext2D) => (text: string) => context.measureText(text).width

const subsets = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext']
const families = subsets.map((subset) => `card-${subset}`)

/** Sets the font. The canvas takes no weights such as 650 in `font`, but reads them as another size. */
function setFont(context: SKRSContext2D, size: number, weight: number): void {
  context.font = `${size}px ${families.join(', ')}`
  context.fontVariationSettings = `'wght' ${weight}`
}

let canvasModule: Promise<typeof import('@napi-rs/canvas')> | null = null

/** Loads the library for the first card only, because most processes draw none. */
function loadCanvas() {
  canvasModule ??= import('@napi-rs/canvas').then((canvas) => {
    for (const [index, subset] of subsets.entries()) {
      const file = import.meta.resolve(`@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`)
      canvas.GlobalFonts.registerFromPath(fileURLToPath(file), families[index]!)
    }
    return canvas
  })
  return canvasModule
}
