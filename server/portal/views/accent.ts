/**
 * The workspace's color, adjusted for legibility: a color too light or too dark for its background is mixed with black
 * or white until the contrast satisfies WCAG 2.2 for text.
 */
export interface Accent {
  light: AccentShades
  dark: AccentShades
}

export interface AccentShades {
  /** For fills, and for text in the accent color. */
  color: string
  /** For text on such a fill. */
  on: string
}

/** The default accent of the style sheet (web/portal/styles/base.css). */
export const defaultAccentColor = '#00676b'

type Rgb = readonly [red: number, green: number, blue: number]

const textContrast = 4.5
// Higher than WCAG requires for text, because some text is on a tint of the color itself.
const backgroundContrast = 5.5
const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
const ink: Rgb = [26, 24, 22]
// The value of --ground-page in the two themes.
const lightBackground: Rgb = [250, 249, 247]
const darkBackground: Rgb = [20, 19, 17]
const steps = 50

const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb

const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

/** Returns the relative luminance (WCAG 2.2). */
function luminanceOf(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const mixColors = (one: Rgb, other: Rgb, share: number): Rgb =>
  one.map((channel, index) => channel + (other[index]! - channel) * share) as unknown as Rgb

/** Returns the mix with `toward` nearest to the color that is legible on the background. */
function ensureContrast(color: Rgb, toward: Rgb, background: Rgb): Rgb {
  for (let step = 0; step < steps; step++) {
    const candidate = mixColors(color, toward, step / steps)
    if (contrastOf(candidate, background) >= backgroundContrast) return candidate
  }
  return toward
}

const shadesOn = (background: Rgb, toward: Rgb, color: Rgb): AccentShades => {
  const legible = ensureContrast(color, toward, background)
  return { color: hexOf(legible), on: hexOf(contrastOf(white, legible) >= textContrast ? white : ink) }
}

/** Derives the shades for both themes. @param hex `#rrggbb` */
export const createAccent = (hex: string): Accent => ({
  light: shadesOn(lightBackground, black, rgbOf(hex)),
  dark: shadesOn(darkBackground, white, rgbOf(hex)),
})
